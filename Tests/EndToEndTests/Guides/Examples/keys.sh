# The folder is empty.
shows 'coster: ready' coster serve --sandbox --listen 127.0.0.1:0 --data ./shop-data
mkdir -m 700 coster-data
coster keys init --shares 3 --threshold 2 --data ./coster-data > shares
coster serve --sandbox > server.out & server=$!
until [ -S coster-data/unseal.sock ]; do kill -0 $server; sleep 0.1; done
grep -o '[^ ]*-[^ ]*' shares | head -2 | coster keys unseal --data ./coster-data
until grep 'coster: ready' server.out; do kill -0 $server; sleep 0.1; done
kill $server
wait $server

rm -r coster-data
shows 'coster: ready' coster serve --sandbox
coster keys inventory
coster keys inventory --json
coster keys rotate
coster keys init --file next.key
coster keys rotate --new-master-key-file next.key
export COSTER_MASTER_KEY_FILE=next.key
coster keys rotate --new-shares 3 --new-threshold 2
coster keys init --file master.key

mkdir -p docs/reference ~/.local/share/bash-completion/completions ~/.zsh/completions ~/.config/fish/completions
coster reference cli > docs/reference/cli.md
coster completion bash > ~/.local/share/bash-completion/completions/coster
coster completion zsh > ~/.zsh/completions/_coster
coster completion fish > ~/.config/fish/completions/coster.fish
