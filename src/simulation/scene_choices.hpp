#pragma once
// The words that scene files have for choices, in the order in which messages list them.

#include <tulle/description.hpp>

#include <array>
#include <string_view>
#include <variant>

namespace tulle {

template <class Value>
struct Named {
    std::string_view name;
    Value value;
};

inline constexpr std::array<Named<NewtonKind>, 2> newton_kinds{
    {{"converged", NewtonKind::converged}, {"once", NewtonKind::once}}};
inline constexpr std::array<Named<UpdateKind>, 5> update_kinds{{{"auto", UpdateKind::automatic},
                                                                {"accelerated", UpdateKind::accelerated},
                                                                {"bare", UpdateKind::bare},
                                                                {"limited", UpdateKind::limited},
                                                                {"none", UpdateKind::none}}};
inline constexpr std::array<Named<JacobianTreatment>, 3> jacobian_treatments{{{"exact", JacobianTreatment::exact},
                                                                              {"clamped", JacobianTreatment::clamped},
                                                                              {"damped", JacobianTreatment::damped}}};
inline constexpr std::array<Named<SolverMethod>, 3> solver_methods{
    {{"auto", SolverMethod::automatic}, {"cg", SolverMethod::cg}, {"direct", SolverMethod::direct}}};
inline constexpr std::array<Named<PreconditionerKind>, 5> preconditioner_kinds{
    {{"auto", PreconditionerKind::automatic},
     {"none", PreconditionerKind::none},
     {"jacobi", PreconditionerKind::jacobi},
     {"ic0", PreconditionerKind::ic0},
     {"multigrid", PreconditionerKind::multigrid}}};
inline constexpr std::array<Named<FilterKind>, 3> filter_kinds{
    {{"plain", FilterKind::plain}, {"averaged", FilterKind::averaged}, {"momentum", FilterKind::momentum}}};
inline constexpr std::array<Named<FilterKernel>, 2> filter_kernels{
    {{"exponential", FilterKernel::exponential}, {"gaussian", FilterKernel::gaussian}}};
inline constexpr std::array<Named<DampingKind>, 2> damping_kinds{
    {{"relative", DampingKind::relative}, {"projected", DampingKind::projected}}};
inline constexpr std::array<Named<TensionLaw>, 3> tension_laws{
    {{"linear", TensionLaw::linear}, {"stvk", TensionLaw::stvk}, {"cubic", TensionLaw::cubic}}};
inline constexpr std::array<Named<SpringModel>, 3> spring_models{
    {{"springs", SpringModel::springs}, {"choi-ko", SpringModel::choi_ko}, {"membrane", SpringModel::membrane}}};
inline constexpr std::array<Named<GridDescription::Plane>, 3> grid_planes{
    {{"xy", GridDescription::Plane::xy}, {"xz", GridDescription::Plane::xz}, {"yz", GridDescription::Plane::yz}}};

inline constexpr std::array<Named<WarpAxis>, 2> warp_axes{{{"first", WarpAxis::first}, {"second", WarpAxis::second}}};

inline constexpr std::array<Named<Interpolation>, 2> interpolations{
    {{"linear", Interpolation::linear}, {"smooth", Interpolation::smooth}}};

inline constexpr std::array<Named<EdgeContact>, 3> edge_contacts{
    {{"auto", EdgeContact::automatic}, {"hold", EdgeContact::hold}, {"ignore", EdgeContact::ignore}}};
inline constexpr std::array<Named<SequenceEnd>, 2> sequence_ends{
    {{"hold", SequenceEnd::hold}, {"loop", SequenceEnd::loop}}};

/// In the order of ObstacleDescription::shape.
inline constexpr std::array<std::string_view, 6> obstacle_shapes{"plane",    "box",     "sphere",
                                                                 "cylinder", "capsule", "mesh"};
inline constexpr std::array<std::string_view, 3> rigid_shapes{"sphere", "box", "mesh"};
static_assert(rigid_shapes.size() == std::variant_size_v<decltype(RigidBodyDescription::shape)>);
static_assert(obstacle_shapes.size() == std::variant_size_v<decltype(ObstacleDescription::shape)>);

inline constexpr std::array<Named<ContactMethod>, 3> contact_methods{
    {{"auto", ContactMethod::automatic},
     {"velocity-constraint", ContactMethod::velocity_constraint},
     {"barrier", ContactMethod::barrier}}};

}  // namespace tulle
