// The maps of a .npy file, a block of whole images at a time.
#ifndef WALD_CLI_MASKS_MAP_BLOCKS_HPP
#define WALD_CLI_MASKS_MAP_BLOCKS_HPP

#include <cstdint>
#include <vector>

#include "base/progress.hpp"
#include "masks/mask_output.hpp"
#include "masks/mask_settings.hpp"
#include "masks/npy.hpp"
#include "wald.hpp"

namespace wald::cli {

/// Which axes the file has. Throws InputError if it has too few or too many.
MapAxes axes_of(const NpyReader &file, const MaskSettings &asked);

class MapBlocks {
 public:
  /// `all` reads every image at once.
  MapBlocks(NpyReader &file, const MapAxes &axes, bool all, Progress &progress);

  /// Reads the next block; false at the end.
  bool next();

  /// Of the block: its first image and their number.
  std::int64_t first() const { return first_; }
  std::int64_t count() const { return count_; }
  /// Its maps as the library takes them.
  wald_maps maps() const;
  /// One map in doubles; until the next call.
  const std::vector<double> &map(std::int64_t image, std::int64_t class_of);

 private:
  NpyReader &file_;
  MapAxes axes_;
  Progress &progress_;
  std::int64_t most_, first_ = 0, count_ = 0;
  std::vector<char> bytes_;
  std::vector<double> map_;
};

}  // namespace wald::cli

#endif
