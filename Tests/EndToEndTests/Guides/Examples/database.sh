# An empty PostgreSQL database is at the URL.
coster migrate --database-url postgres://coster@db1,db2/coster
exits 78 coster audit --database-url postgres://coster@db1,db2/coster
COSTER_DATABASE_URL=postgres://coster@db1,db2/coster shows 'coster: ready' coster serve --sandbox
coster restore --already-put-back --database-url postgres://coster@db1,db2/coster
