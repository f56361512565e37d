# shellcheck shell=bash
# Shared by the scripts beside it: where the project is, and how they speak.

# shellcheck disable=SC2034  # for the scripts that take file names
caller_dir="$PWD"
project_dir="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$project_dir" || exit

say() { printf '\n== %s\n' "$*"; }

fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# The comment block at the top of the calling script is its help.
print_help() { awk 'NR > 1 && !/^#/ { exit } NR > 1 { sub(/^# ?/, ""); print }' "$0"; }

# CMake reads this variable when a build directory is configured for the first time.
if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER="${CMAKE_CXX_COMPILER_LAUNCHER:-ccache}"
    # Names relative to the project: a second clone, or a second build directory, finds what the first compiled.
    export CCACHE_BASEDIR="${CCACHE_BASEDIR:-$project_dir}" CCACHE_NOHASHDIR="${CCACHE_NOHASHDIR:-1}"
fi

# configure PRESET: quiet unless it fails. Ninja configures again by itself when a CMake file has changed, but it looks
# neither at the presets nor at what npm installed for the page.
configure() {
    local preset="$1" log configured="build/$1/build.ninja"
    if [[ "$configured" -nt CMakePresets.json && ! viewer/node_modules/.package-lock.json -nt "$configured" ]]; then
        cmake --build "build/$preset" --target build.ninja >"build/$preset-configure.log" 2>&1 && return 0
    fi
    mkdir -p build
    log="build/$preset-configure.log"
    if ! cmake --preset "$preset" >"$log" 2>&1; then
        cat "$log" >&2
        return 1
    fi
    grep -E '^-- .*: (on|off|not found)' "$log" || true
}

# What script/demo leaves of every scene, and script/newcomer looks for.
# shellcheck disable=SC2034
demo_results=(run.json metrics.csv frames.cache still.png film.mp4 view.html energy.svg)

# As many compilers at a time as there are cores, and as memory has room for: the largest takes 2 GB.
compile_jobs() {
    awk -v cores="$(nproc)" '/^MemAvailable:/ { room = int($2 / 2e6) }
        END { print room < 1 ? 1 : room < cores ? room : cores }' /proc/meminfo
}

# build PRESET [TARGET...]
build() {
    local preset="$1"
    shift
    configure "$preset" || return 1
    if (($#)); then
        cmake --build --preset "$preset" --parallel "$(compile_jobs)" --target "$@"
    else
        cmake --build --preset "$preset" --parallel "$(compile_jobs)"
    fi
}

# Our C++ files that git tracks or would track, one per line; a deleted file is still tracked until the next commit.
cpp_files() {
    local file
    git ls-files --cached --others --exclude-standard -- '*.cpp' '*.hpp' | sort -u | while read -r file; do
        if [[ -f "$file" ]]; then printf '%s\n' "$file"; fi
    done
}
