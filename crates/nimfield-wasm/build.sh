#!/usr/bin/env bash
# Builds the explorer as a static site that needs no server: crates/nimfield-wasm/build.sh [FOLDER]
# (target/site unless said otherwise). Needs Rust (rustup), installs the WebAssembly target.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
root="$(cd "$here/../.." && pwd)"
site="${1:-$root/target/site}"

rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true
# A page does not show the 2,700 places in the source where the engine can panic, which take 23 kB of what a browser
# fetches. The stable compiler takes this option only with the variable.
RUSTC_BOOTSTRAP=1 RUSTFLAGS="${RUSTFLAGS:-} -Zlocation-detail=none" \
    cargo build --manifest-path "$root/Cargo.toml" --target-dir "$root/target" --profile web \
    -p nimfield-wasm --target wasm32-unknown-unknown
rm -rf "$site"
mkdir -p "$site"
bindgen() {
    cargo run --quiet --release --manifest-path "$here/bindgen/Cargo.toml" --target-dir "$root/target/bindgen" -- "$@"
}
# The modules of the page in two files, as the server has them.
cp -R "$root/crates/nimfield-web/page/." "$site/"
bindgen --join "$site"
bindgen "$root/target/wasm32-unknown-unknown/web/nimfield_wasm.wasm" "$site"
# The laws of games, which maps lay over their pictures.
cp -R "$root/crates/nimfield-rules/laws" "$site/"
# The chapters of the book, which the page reads.
(cd "$root/docs/src" && find . -name '*.md' -exec install -D -m 644 {} "$site/book/{}" \;)
# Those of a folder in one file: they have many words in common, and gzip finds them.
(cd "$site/book" && for folder in */; do
    folder="${folder%/}"
    find "$folder" -name '*.md' | LC_ALL=C sort | while read -r chapter; do
        printf '\f%s\n' "${chapter%.md}"
        cat "$chapter"
    done >"$folder.txt"
    rm -r "$folder"
done)
cp "$here/site/worker.js" "$site/"
# The page starts the worker at once instead of looking for a server.
sed -i.bak 's|^<link rel="preload".*|<meta name="engine" content="worker">\n<link rel="preload" href="games.json" as="fetch" crossorigin="anonymous">|' "$site/index.html"
# Comments that have lines of their own are a tenth of the scripts, and indentation counts, too.
sed -E -i.bak '/^ *\/\/( |$)/d; /^ *\/\*\*? .*\*\/$/d; /^ *\/\*\*$/,/^ *\*\/$/d; s/^ +//' "$site/nimfield.js" "$site/worker.js"
find "$site" -name '*.bak' -delete
# What the start page says of the games. Without Node.js the page waits for the engine instead.
if command -v node >/dev/null; then node "$here/site/games.mjs" "$site"; fi
wasm="$site/nimfield.packed"
printf 'The site is in %s: %s bytes of WebAssembly, %s compressed; all files %s.\n' \
    "$site" "$(gzip -dc "$wasm" | wc -c)" "$(wc -c <"$wasm")" \
    "$(find "$site" -type f -exec sh -c 'gzip -9c "$1" | wc -c' _ {} \; | awk '{sum += $1} END {print sum}')"
