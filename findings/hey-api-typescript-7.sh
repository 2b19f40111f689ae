#!/bin/sh
# @hey-api/openapi-ts 0.99.0 allows TypeScript 7 as a peer (">=5.5.3 || >=6.0.0 || 6.0.1-rc"), and npm installs both without a word. It reads
# `ts.SyntaxKind` of the package `typescript`, which has had no such interface since 7.0: no document makes any code.
# Seen with TypeScript 7.0.2 and Node.js 26.9.0: "Cannot read properties of undefined (reading 'AnyKeyword')", for a document of which the same
# version makes code with TypeScript 5.9.3. Exits 1 if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > npm.log
npm install --no-audit --no-fund --save-exact node@26.9.0 @hey-api/openapi-ts@0.99.0 typescript@7.0.2 >> npm.log 2>&1
PATH="$folder/node_modules/node/bin:$PATH"
cat > document.json <<'END'
{
  "openapi": "3.1.0",
  "info": { "title": "Labels", "version": "1" },
  "paths": {
    "/labels": {
      "get": {
        "operationId": "listLabels",
        "responses": {
          "200": {
            "description": "OK",
            "content": { "application/json": { "schema": { "type": "array", "items": { "type": "string" } } } }
          }
        }
      }
    }
  }
}
END
generate() {
  node node_modules/@hey-api/openapi-ts/bin/run.js -i document.json -o "$1" > "$1.log" 2>&1
}
if generate with-7; then
  echo 'makes code with TypeScript 7'
  exit 1
fi
grep "reading 'AnyKeyword'" with-7.log
npm install --no-audit --no-fund --save-exact typescript@5.9.3 >> npm.log 2>&1
generate with-5
test -f with-5/types.gen.ts
echo 'makes code with TypeScript 5.9.3'
