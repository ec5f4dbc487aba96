#pragma once

#include <map>
#include <utility>
#include <vector>

#include "stages/crust/crust_motion.h"
#include "stages/crust/crust_plan.h"
#include "stages/relief/scatter.h"

/// Plates that move through time: sea floor is born where they part and sinks where they meet, continents collide, are welded
/// together and break up again.
namespace craton::crust {

/// Crust in one cell of a piece.
struct DriftCell {
  bool here = false;
  std::int32_t province = -1;
  float birth = 0;  ///< of sea floor: million years since the start, below 0 before it
  float rise = 0;   ///< metres
  float belt = 0;   ///< metres: ranges that collisions left, wearing down
  float mass = 0;   ///< square kilometres of the continent that it belongs to

  bool continental() const { return here && province >= 0; }
};

/// Crust that has never been torn: it keeps its form on a mesh of its own, which moves. A plate may have several, welded.
struct DriftPiece {
  std::int32_t plate = 0;
  Motion motion;
  std::vector<DriftCell> cells;
};

struct DriftPlate {
  Vec3d turn;
  double speed = 0;  ///< to which it comes back after collisions: length of the turn
  double buoyancy = 0;
  bool alive = true;
};

class Drift {
 public:
  Drift(const PlateMesh& mesh, const PlanParams& params, const CrustPlan& plan, std::vector<float> hardness);

  /// One step. Plates break up in whole steps alone, so that a time between two of them lies on the way from one to the other.
  void step(double million_years, bool whole = true);
  double time() const { return now_; }

  /// What is at the cells of the mesh now.
  std::int32_t plate_at(Cell place) const { return pieces_[piece_of(place)].plate; }
  const DriftCell& crust_at(Cell place) const { return pieces_[piece_of(place)].cells[cell_[place]]; }
  const Motion& motion_at(Cell place) const { return pieces_[piece_of(place)].motion; }
  const std::vector<DriftPlate>& plates() const { return plates_; }
  double continental_area() const;  ///< as the cells of the mesh see it
  /// How far the continents of two plates were pushed over each other, while they are two; kilometres.
  double collided(std::int32_t one, std::int32_t other) const;

  void write(CrustPlan& plan) const;

 private:
  struct Loss {
    Cell place;
    std::uint32_t piece;
    Cell cell;
    std::int32_t winner;
    bool collision;
  };
  /// The nearest crust of a plate beside a gap.
  struct Shore {
    double distance = 0;
    Cell place = no_cell;
  };
  struct Gap {
    Shore near, other;  ///< of two plates
    std::uint32_t piece = 0;
    DriftCell crust;
  };

  // drift_cover.cpp: what lies where
  std::uint32_t piece_of(Cell place) const { return static_cast<std::uint32_t>(piece_[place]); }
  Cell place_of(const DriftPiece& piece, Cell cell) const;
  Cell cell_of(const DriftPiece& piece, Cell place) const;
  Vec3d wrapped(const Vec3d& place) const;
  Vec3d velocity(std::int32_t plate, const Vec3d& place) const;
  void move(double million_years);
  void leave_map(DriftPiece& piece, const Vec3d& by) const;
  void cover();
  void settle(Cell place, std::uint32_t piece, Cell cell);
  bool overrides(const DriftPiece& piece, const DriftCell& cell, const DriftPiece& other, const DriftCell& other_cell) const;
  std::vector<bool> seen_of(std::uint32_t piece) const;
  void sink();

  // drift_gaps.cpp: new crust
  void fill_gaps(double million_years);
  std::vector<std::pair<Cell, Gap>> gaps() const;
  void decide(Cell place, Gap& gap, double million_years) const;
  /// On the pieces' own meshes, where turning changes nothing.
  double continental_crust() const;
  void grow_continents();

  // drift_plates.cpp: what becomes of plates
  void raise_belts();
  void collide(double million_years);
  void weld(std::int32_t plate, std::int32_t into);
  void part_pieces();
  void give(const std::vector<Cell>& places, std::int32_t plate, std::int32_t to);
  void break_up(double million_years);
  void cut_off(std::int32_t plate, relief::Dice& dice);
  void rift(std::int32_t plate, relief::Dice& dice);
  void change_motions(double million_years);
  void weigh_continents();
  void fill_pools();
  void tidy();
  std::vector<double> plate_areas() const;
  void write_crust(CrustPlan& plan) const;

  const PlateMesh& mesh_;
  double speed_;
  Seed seed_;
  std::vector<float> hardness_;
  double now_ = 0, continents_ = 0;
  std::size_t wanted_plates_ = 0;
  std::uint64_t steps_ = 0;
  std::vector<DriftPiece> pieces_;
  std::vector<DriftPlate> plates_;
  std::vector<std::int32_t> piece_;  // of the cells of the mesh; −1: none
  std::vector<Cell> cell_;           // in that piece
  std::vector<Loss> losses_;
  std::map<std::pair<std::int32_t, std::int32_t>, double> collided_;
};

}  // namespace craton::crust
