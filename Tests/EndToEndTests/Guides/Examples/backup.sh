# A sandbox server works on ./coster-data.
cp coster-data/master.key master.key
coster backup coster-2026-11-21.backup
coster backup --force latest.backup
coster backup --force latest.backup
coster restore coster-2026-11-21.backup --data ./restored --master-key-file master.key
coster migrate
coster doctor --sandbox
exits 1 coster doctor --json
