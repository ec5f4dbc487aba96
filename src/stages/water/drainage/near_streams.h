#pragma once

#include <vector>

#include "base/aligned.h"
#include "stages/water/drainage/streams.h"
#include "stages/water/drainage/valley_ground.h"

/// Which streams matter to a block of samples.
namespace craton::drainage {

/// Bounds on what a piece means to all places of a block.
struct Bounds {
  std::size_t piece;
  double least, most, lowest;
  bool river;
};

/// What may matter to the places of a block.
struct Choice {
  std::vector<std::size_t> candidates;
  std::vector<Bounds> bounds;
  std::vector<Piece> pieces, some;  ///< of a large block; of a small one in it
  AlignedVector<float> room;        ///< for the kernel
};

/// Streams and lakes of a window, sorted by place. What it leaves out changes no bit of the ground.
class NearStreams {
 public:
  /// `side`: units of the squares that streams are sorted into; `step`: metres from sample to sample.
  NearStreams(const GroundLaws& laws, std::int64_t side, double step, Streams streams, std::vector<Stream> lakes);

  /// Pieces that can matter between two places, in the order of their cells, as seen from the corner of a frame.
  void gather(Point2 first, Point2 last, Point2 corner, Choice& choice) const;
  /// Of those the ones that matter between two places among them.
  void choose(Point2 first, Point2 last, Choice& choice) const;

 private:
  /// What bounds on a piece need to know of it, metres.
  struct Outline {
    double x, y, along_x, along_y, per_square;
    double level, change, fall, half_wide, lake;
    double inner, outer, foot, rise, beside;                   ///< the least that its sides rise
    double most_inner, most_outer, most_foot, stretch, above;  ///< and the most
    double lean;
    bool wet;
  };

  void sift(Point2 first, Point2 last, Choice& choice) const;
  void sort_streams();
  const Stream& stream(std::size_t i) const;
  Point2 square_of(const Stream& piece) const;
  template <class F>
  void for_each_near(Point2 first, Point2 last, const F& f) const;
  void outline();
  Outline outline_of(const Stream& stream) const;
  Bounds bounds_of(std::size_t piece, double x, double y, double radius) const;
  double flat_floor() const;
  double depth_of(const Stream& stream, double width) const;
  Piece piece_of(const Stream& stream, Point2 corner) const;

  GroundLaws laws_;
  std::int64_t side_;
  double step_;
  Streams streams_;
  std::vector<Stream> lakes_;
  std::vector<Outline> outlines_;  ///< of the streams' pieces, then of lakes
  Rect squares_;
  std::vector<std::size_t> in_square_, sorted_;
  double longest_ = 0;  ///< metres from a piece's middle to its farthest shore
};

}  // namespace craton::drainage
