#include "run/checkpoint.hpp"

#include "core/fnv.hpp"
#include "core/refuse.hpp"
#include "output/atomic_file.hpp"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tulle {
namespace {

// Format: checkpoint_magic, format version, scene hash, totals, size of the simulation's bytes, these bytes, FNV-1a
// hash of all bytes before. Numbers have the byte order of the machine, and every machine that Tulle supports is
// little-endian.
constexpr std::string_view checkpoint_magic = "TULLERUN";
constexpr std::uint32_t checkpoint_version = 7;

template <class Number>
void put(std::string& bytes, Number value)
{
    static_assert(std::is_arithmetic_v<Number>);
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
}

/// Takes numbers from the front of a text. If too few bytes are left, `take` returns false and takes nothing.
class Taker {
public:
    explicit Taker(std::string_view bytes) : rest_(bytes) {}

    template <class Number>
    [[nodiscard]] bool take(Number& value)
    {
        if (rest_.size() < sizeof value) return false;
        std::memcpy(&value, rest_.data(), sizeof value);
        rest_.remove_prefix(sizeof value);
        return true;
    }
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    std::string_view rest_;
};

std::string read_whole(const std::filesystem::path& file)
{
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    if (in.peek() != std::ifstream::traits_type::eof()) bytes << in.rdbuf();
    if (!in.is_open() || in.bad() || bytes.bad()) refuse(file, "cannot be read");
    return std::move(bytes).str();
}

}  // namespace

void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint)
{
    std::string bytes;
    bytes.reserve(checkpoint.simulation.size() + 128);
    bytes += checkpoint_magic;
    put(bytes, checkpoint_version);
    put(bytes, checkpoint.scene_hash);
    put(bytes, std::int64_t{checkpoint.totals.frames});
    put(bytes, std::int64_t{checkpoint.totals.steps});
    put(bytes, std::int64_t{checkpoint.totals.not_converged_steps});
    put(bytes, checkpoint.totals.speed_left);
    put(bytes, std::int64_t{checkpoint.totals.nonlinear_iterations});
    put(bytes, std::int64_t{checkpoint.totals.linear_iterations});
    put(bytes, std::int64_t{checkpoint.totals.matrix_refills});
    put(bytes, std::int64_t{checkpoint.totals.rejected_steps});
    put(bytes, checkpoint.totals.smallest_dt);
    put(bytes, checkpoint.totals.largest_dt);
    put(bytes, checkpoint.totals.largest_stretch);
    put(bytes, std::int64_t{checkpoint.totals.torn_faces});
    put(bytes, checkpoint.totals.first_tear);
    put(bytes, std::uint64_t{checkpoint.simulation.size()});
    bytes += checkpoint.simulation;
    put(bytes, fnv1a(bytes));
    write_file_durably(file, bytes);
}

Checkpoint read_checkpoint(const std::filesystem::path& file, std::uint64_t scene_hash)
{
    const std::string bytes = read_whole(file);
    const std::string damaged = "damaged, so the run cannot go on from here; start it anew in another directory";
    if (!bytes.starts_with(checkpoint_magic)) refuse(file, damaged + " (not a checkpoint of Tulle)");

    Taker in(std::string_view(bytes).substr(checkpoint_magic.size()));
    std::uint32_t version = 0;
    if (!in.take(version)) refuse(file, damaged + " (cut off)");
    if (version != checkpoint_version) {
        refuse(file, fmt::format("has format version {}, but this Tulle reads version {}; resume with the Tulle that "
                                 "started the run, or start it anew",
                                 version, checkpoint_version));
    }

    std::uint64_t checksum = 0;
    if (in.rest().size() < sizeof checksum) refuse(file, damaged + " (cut off)");
    const std::size_t checked = bytes.size() - sizeof checksum;
    std::memcpy(&checksum, bytes.data() + checked, sizeof checksum);
    if (fnv1a(std::string_view(bytes).substr(0, checked)) != checksum) refuse(file, damaged + " (checksum differs)");

    Checkpoint checkpoint;
    std::int64_t frames = 0, steps = 0, not_converged = 0, nonlinear_iterations = 0, iterations = 0, refills = 0,
                 rejected = 0;
    std::int64_t torn = 0;
    std::uint64_t size = 0;
    const bool whole = in.take(checkpoint.scene_hash) && in.take(frames) && in.take(steps) && in.take(not_converged) &&
                       in.take(checkpoint.totals.speed_left) && in.take(nonlinear_iterations) && in.take(iterations) &&
                       in.take(refills) && in.take(rejected) && in.take(checkpoint.totals.smallest_dt) &&
                       in.take(checkpoint.totals.largest_dt) && in.take(checkpoint.totals.largest_stretch) &&
                       in.take(torn) && in.take(checkpoint.totals.first_tear) && in.take(size) &&
                       in.rest().size() == size + sizeof checksum;
    if (!whole || frames < 1) refuse(file, damaged + " (cut off)");
    if (checkpoint.scene_hash != scene_hash) {
        refuse(file,
               "belongs to another scene: scene.toml or a file that it names was changed since the run started; "
               "restore it, "
               "or start a new run from it");
    }
    checkpoint.totals.frames = static_cast<int>(frames);
    checkpoint.totals.steps = steps;
    checkpoint.totals.not_converged_steps = not_converged;
    checkpoint.totals.nonlinear_iterations = nonlinear_iterations;
    checkpoint.totals.linear_iterations = iterations;
    checkpoint.totals.matrix_refills = refills;
    checkpoint.totals.rejected_steps = rejected;
    checkpoint.totals.torn_faces = torn;
    checkpoint.simulation = std::string(in.rest().substr(0, size));
    return checkpoint;
}

}  // namespace tulle
