#!/bin/sh
# Builds Parley from this checkout and installs it; ./install.sh --help says how.
set -eu

UNIT=/etc/systemd/system/parley.service
SERVICE_DATA=/var/lib/parley
SETTINGS=/etc/parley.yaml

usage() {
  cat <<'END'
Usage: ./install.sh [--prefix DIR] [--serve | --service]
       ./install.sh [--prefix DIR] --uninstall

Builds Parley from this checkout into one executable file, DIR/bin/parley. Needs Linux, Node.js 20 or later, and npm.
Run again, it upgrades; data stays where it is.

  --prefix DIR  where to install; /usr/local for root, else ~/.local
  --serve       then serve; while there is no account, prints the address at which a browser makes the first
  --service     then install a systemd service, and start it where systemd runs
  --uninstall   remove the program and the service, and keep the data
  --help        print this
END
}

main() {
  here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
  read_arguments "$@"
  program=$prefix/bin/parley
  if [ "$action" = uninstall ]; then
    uninstall
    return
  fi
  check_machine
  check_rights
  [ "$action" != service ] || check_service
  [ "$action" = install ] || check_port
  build
  install_program
  case $action in
    serve) serve ;;
    service) install_service ;;
    install)
      say_where "$program serve"
      say "  First account   $program create-account --name NAME --email ADDRESS"
      ;;
  esac
}

read_arguments() {
  action=install
  if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=${HOME:?HOME is not set: give --prefix}/.local; fi
  while [ $# -gt 0 ]; do
    case $1 in
      --prefix)
        [ $# -ge 2 ] || misuse '--prefix needs a folder'
        prefix=$2
        shift
        ;;
      --prefix=*) prefix=${1#--prefix=} ;;
      --serve | --service | --uninstall)
        [ "$action" = install ] || misuse "--$action and $1 exclude each other"
        action=${1#--}
        ;;
      -h | --help)
        usage
        exit 0
        ;;
      *) misuse "unknown argument $1" ;;
    esac
    shift
  done
  case $prefix in
    '') misuse '--prefix needs a folder' ;;
    /*) ;;
    *) prefix=$PWD/$prefix ;;
  esac
}

check_machine() {
  for file in package.json package-lock.json bin/build.ts; do
    [ -f "$here/$file" ] || fail "$here is not a checkout of Parley: $file is missing"
  done
  case $(uname -s)-$(uname -m) in
    Linux-x86_64 | Linux-aarch64 | Linux-arm64) ;;
    *) fail "Parley is built for Linux on x86-64 and ARM64, and this is $(uname -s) on $(uname -m)" ;;
  esac
  if [ -n "$(find /lib -maxdepth 1 -name 'ld-musl-*' 2>/dev/null)" ] && ! [ -e /lib64/ld-linux-x86-64.so.2 ] && ! [ -e /lib/ld-linux-aarch64.so.1 ]; then
    fail 'Parley needs a Linux with the GNU C library, and this one has musl'
  fi
  command -v node >/dev/null || fail 'node is missing: install Node.js 20 or later, from https://nodejs.org or your system'
  command -v npm >/dev/null || fail 'npm is missing: install it, from your system or with Node.js from https://nodejs.org'
  version=$(node --version)
  major=${version#v}
  [ "${major%%.*}" -ge 20 ] || fail "Node.js 20 or later is needed, and this is $version: install a newer one from https://nodejs.org"
}

# Before the build, which takes a minute.
check_rights() {
  mkdir -p "$here/dist" 2>/dev/null && [ -w "$here/dist" ] || fail "cannot write to $here, where the program is built"
  place=$prefix/bin
  while [ ! -e "$place" ]; do place=$(dirname "$place"); done
  [ -d "$place" ] && [ -w "$place" ] || fail "cannot write to $place: choose another folder with --prefix, or run as root"
}

# Where it is known already what the settings say; "serve" looks again.
check_port() {
  [ "$action" != service ] || ! systemctl is-active --quiet parley || return 0
  if [ -x "$program" ]; then
    settings=$("$program" config --json 2>/dev/null) || return 0
    require_port "$(printf '%s' "$settings" | field server.host)" "$(printf '%s' "$settings" | field server.port)"
  elif [ ! -e "$SETTINGS" ] && [ ! -e "$(own_settings)" ]; then
    require_port "${PARLEY_SERVER_HOST:-127.0.0.1}" "${PARLEY_SERVER_PORT:-3000}"
  fi
}

require_port() {
  [ "$2" != 0 ] || return 0
  can_listen "$1" "$2" ||
    fail "port $2 of $1 is in use: stop the program that has it, or take another: PARLEY_SERVER_PORT=3001 ./install.sh --serve"
}

own_settings() {
  printf '%s' "${XDG_CONFIG_HOME:-${HOME:-}/.config}/parley/parley.yaml"
}

# In a folder of its own, so that the checkout keeps the packages that it is developed with.
build() {
  work=$here/dist/install
  rm -rf "$work"
  mkdir -p "$work" || fail "cannot write to $here, where the program is built"
  trap 'rm -rf "$work"' EXIT
  trap 'exit 1' INT TERM HUP
  for part in package.json package-lock.json tsconfig.json bin config src templates; do
    [ ! -e "$here/$part" ] || cp -R "$here/$part" "$work/"
  done
  cd "$work"

  say 'Getting the packages that Parley is made of ...'
  quietly npm ci --omit=dev --include=optional --ignore-scripts=false --no-audit --no-fund --loglevel=error ||
    fail 'npm could not install the packages; what it said is above'
  [ -x node_modules/.bin/node ] || fail "npm brought no Node.js for the program: see that it may run the packages' install scripts"
  say 'Building ...'
  quietly npm run --silent build || fail 'the program could not be built; what was said is above'
  cd "$here"
}

# Under another name first: replacing a file that runs is possible only by renaming.
install_program() {
  before=''
  [ ! -x "$program" ] || before=$("$program" --version 2>/dev/null) || true
  mkdir -p "$prefix/bin" 2>/dev/null || fail "cannot write to $prefix: choose another folder with --prefix, or run as root"
  new=$prefix/bin/.parley.new
  cp "$work/dist/parley" "$new" 2>/dev/null || fail "cannot write to $prefix/bin: choose another folder with --prefix, or run as root"
  chmod 755 "$new"
  after=$("$new" --version) || fail "the program was built but does not run; it is left at $new"
  mv -f "$new" "$program"
  rm -rf "$work"

  case $before in
    '' | "$after") say "Installed $program, version $after." ;;
    *) say "Upgraded $program from version $before to $after." ;;
  esac
  case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) say "$prefix/bin is not in your PATH; add it, or write the whole path." ;;
  esac
}

serve() {
  settings=$("$program" config --json)
  host=$(printf '%s' "$settings" | field server.host)
  port=$(printf '%s' "$settings" | field server.port)
  require_port "$host" "$port"

  say_where "$program serve"
  say ''
  exec "$program" serve
}

# Where everything is, and with $1 how to start again.
say_where() {
  settings=$("$program" config --json)
  host=$(printf '%s' "$settings" | field server.host)
  port=$(printf '%s' "$settings" | field server.port)
  files=$SETTINGS
  [ "$(id -u)" -eq 0 ] || files="$(own_settings), or $SETTINGS"
  say ''
  say "  Data            $(printf '%s' "$settings" | field data_dir)"
  say "  Settings        $files; \"parley config --defaults\" has all of them"
  case $1 in
    systemctl*) say '  Log             journalctl -u parley' ;;
    *) say '  Log             what "parley serve" prints' ;;
  esac
  say "  Documentation   $(address_of "$host" "$port")/docs, and $here/config/README.md"
  say "  Start again     $1"
}

address_of() {
  case $1 in
    0.0.0.0 | ::) printf 'http://127.0.0.1:%s' "$2" ;;
    *:*) printf 'http://[%s]:%s' "$1" "$2" ;;
    *) printf 'http://%s:%s' "$1" "$2" ;;
  esac
}

check_service() {
  [ "$(id -u)" -eq 0 ] || fail '--service needs root: sudo ./install.sh --service'
  command -v systemctl >/dev/null || fail '--service needs systemd, and systemctl is missing'
  case $prefix/ in
    /home/* | /root/* | /run/user/* | /tmp/* | /var/tmp/*)
      fail "the service may not look into $prefix: choose another folder with --prefix, such as /usr/local" ;;
  esac
  [ "${PARLEY_DATA_DIR:-$SERVICE_DATA}" = "$SERVICE_DATA" ] ||
    fail "the service keeps its data in $SERVICE_DATA, and PARLEY_DATA_DIR says $PARLEY_DATA_DIR: unset it"
  id parley >/dev/null 2>&1 || command -v useradd >/dev/null || fail 'useradd is missing: make a user named parley for the service'
}

install_service() {
  id parley >/dev/null 2>&1 ||
    useradd --system --user-group --home-dir "$SERVICE_DATA" --no-create-home --shell /usr/sbin/nologin parley
  make_settings
  mkdir -p "$(dirname "$UNIT")"
  sed "s|@PREFIX@|$prefix|g" "$here/config/parley.service" >"$UNIT.new"
  mv -f "$UNIT.new" "$UNIT"
  say "Installed $UNIT."
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable --quiet parley
    systemctl restart parley || fail 'the service does not start: "journalctl -u parley" says why'
    say 'Started the service: "systemctl status parley" shows how it is, "journalctl -u parley" what it says.'
  else
    say 'systemd does not run here. Where it does: systemctl enable --now parley'
  fi
  say_where 'systemctl restart parley'
  say "  First account   $program create-account --if-none --name NAME --email ADDRESS, as root"
}

# Readable for the service, and for nobody else, since settings may have passwords.
make_settings() {
  [ ! -e "$SETTINGS" ] || return 0
  printf '%s\n' '# Settings of Parley: "parley config --defaults" prints all of them with their meanings.' \
    "data_dir: $SERVICE_DATA" >"$SETTINGS.new"
  chown root:parley "$SETTINGS.new"
  chmod 640 "$SETTINGS.new"
  mv "$SETTINGS.new" "$SETTINGS"
}

uninstall() {
  if [ -f "$UNIT" ] && grep -qF "ExecStart=$program " "$UNIT"; then
    [ "$(id -u)" -eq 0 ] || fail 'the service is removed only by root: sudo ./install.sh --uninstall'
    [ ! -d /run/systemd/system ] || systemctl disable --now --quiet parley || true
    rm -f "$UNIT"
    [ ! -d /run/systemd/system ] || systemctl daemon-reload
    say "Removed $UNIT."
  fi
  if [ ! -e "$program" ]; then
    say "There is no $program."
    return
  fi
  data=$("$program" config 2>/dev/null | sed -n 's/^data_dir: //p') || data=''
  rm -f "$program"
  say "Removed $program."
  say "Your data stays in ${data:-the data directory}, and in PostgreSQL if you use it."
}

# The value at a path such as server.port in the JSON on standard input; nothing if there is none.
field() {
  node -e '
    let value = JSON.parse(require("fs").readFileSync(0, "utf8"));
    for (const key of process.argv[1].split(".")) value = value?.[key];
    process.stdout.write(String(value ?? ""));
  ' "$1"
}

can_listen() {
  node -e '
    const server = require("net").createServer();
    server.on("error", ({ code }) => process.exit(code === "EADDRINUSE" ? 1 : 0));
    server.listen(Number(process.argv[2]), process.argv[1], () => process.exit(0));
  ' "$1" "$2"
}

# Runs a command, and shows what it said only if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 </dev/null || {
    cat "$work/log" >&2
    return 1
  }
}

say() {
  printf '%s\n' "$1"
}

fail() {
  printf 'install.sh: %s\n' "$1" >&2
  exit 1
}

misuse() {
  printf 'install.sh: %s; see ./install.sh --help\n' "$1" >&2
  exit 2
}

main "$@"
