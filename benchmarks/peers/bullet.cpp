// Peer: Bullet's two cloth solvers, position-based (solver=pbd) and implicit with forces (solver=deformable).

#include "measurement.hpp"
#include "options.hpp"
#include "workload.hpp"

#include <BulletSoftBody/btDeformableBodySolver.h>
#include <BulletSoftBody/btDeformableMultiBodyConstraintSolver.h>
#include <BulletSoftBody/btDeformableMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>
#include <BulletSoftBody/btSoftBodyRigidBodyCollisionConfiguration.h>
#include <BulletSoftBody/btSoftRigidDynamicsWorld.h>
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace peers {
namespace {

btVector3 to_bullet(const Point& p) { return {btScalar(p[0]), btScalar(p[1]), btScalar(p[2])}; }

const btVector3 downwards(0, 0, btScalar(-gravity));

/// What both solvers share. Members are destroyed in the reverse order: worlds before what they refer to.
struct Parts {
    btSoftBodyRigidBodyCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver impulse_solver;
    btDeformableBodySolver deformable_solver;
    btDeformableMultiBodyConstraintSolver constraint_solver;
    std::unique_ptr<btDeformableMassSpringForce> springs;
    std::unique_ptr<btDeformableGravityForce> weight;
    std::unique_ptr<btBoxShape> box;
    std::unique_ptr<btRigidBody> table;
    btSoftBodyWorldInfo* info = nullptr;
    std::unique_ptr<btSoftBody> cloth;
    std::unique_ptr<btSoftRigidDynamicsWorld> position_world;
    std::unique_ptr<btDeformableMultiBodyDynamicsWorld> deformable_world;

    [[nodiscard]] btDynamicsWorld& world() const
    {
        if (deformable_world) return *deformable_world;
        return *position_world;
    }
};

void make_world(Parts& parts, bool deformable)
{
    if (deformable) {
        parts.constraint_solver.setDeformableSolver(&parts.deformable_solver);
        parts.deformable_world = std::make_unique<btDeformableMultiBodyDynamicsWorld>(
            &parts.dispatcher, &parts.broadphase, &parts.constraint_solver, &parts.configuration,
            &parts.deformable_solver);
        parts.deformable_world->setImplicit(true);
        // Without projection the implicit solve of Bullet 3.24 leaves the cloth where it is.
        parts.deformable_world->setUseProjection(true);
        // As in Bullet's own cloth examples.
        btContactSolverInfo& info = parts.deformable_world->getSolverInfo();
        info.m_deformable_erp = btScalar(0.3);
        info.m_deformable_maxErrorReduction = btScalar(200);
        info.m_leastSquaresResidualThreshold = btScalar(1e-3);
        info.m_splitImpulse = true;
        info.m_numIterations = 100;
        parts.info = &parts.deformable_world->getWorldInfo();
    } else {
        parts.position_world = std::make_unique<btSoftRigidDynamicsWorld>(&parts.dispatcher, &parts.broadphase,
                                                                          &parts.impulse_solver, &parts.configuration);
        parts.info = &parts.position_world->getWorldInfo();
    }
    parts.world().setGravity(downwards);
    parts.info->m_gravity = downwards;
    parts.info->m_broadphase = &parts.broadphase;
    parts.info->m_dispatcher = &parts.dispatcher;
    parts.info->air_density = 0;
    parts.info->water_density = 0;
    parts.info->m_sparsesdf.setDefaultVoxelsz(btScalar(0.25));
    parts.info->m_sparsesdf.Reset();
}

void add_table(Parts& parts)
{
    parts.box =
        std::make_unique<btBoxShape>(btVector3(btScalar(table_half), btScalar(table_half), btScalar(table_depth / 2)));
    parts.box->setMargin(btScalar(0.001));
    btRigidBody::btRigidBodyConstructionInfo info(0, nullptr, parts.box.get());
    info.m_startWorldTransform.setIdentity();
    info.m_startWorldTransform.setOrigin(btVector3(0, 0, btScalar(-table_depth / 2)));
    info.m_friction = btScalar(friction);
    parts.table = std::make_unique<btRigidBody>(info);
    parts.world().addRigidBody(parts.table.get());
}

/// The springs of the workload as links. Faces are needed for contact of the deformable solver.
void make_cloth(Parts& parts, const Workload& workload, const Options& options, bool deformable)
{
    std::vector<btVector3> positions;
    for (const Point& p : workload.positions()) positions.push_back(to_bullet(p));
    std::vector<btScalar> masses;
    // The deformable solver is stable for springs this stiff only where no particle is lighter than the others.
    const double even_mass = total_mass / workload.particle_count();
    for (const double mass : workload.masses()) masses.push_back(btScalar(deformable ? even_mass : mass));
    for (const int p : workload.held()) masses[p] = 0;
    parts.cloth = std::make_unique<btSoftBody>(parts.info, workload.particle_count(), positions.data(), masses.data());
    btSoftBody& cloth = *parts.cloth;
    cloth.m_materials[0]->m_kLST = 1;
    btSoftBody::Material* bending = cloth.appendMaterial();
    bending->m_kLST = btScalar(options.number("bending"));
    bending->m_flags = 0;
    for (const Spring& spring : workload.springs(1)) {
        cloth.appendLink(spring.i, spring.j, spring.bends ? bending : cloth.m_materials[0]);
        // The deformable solver has a stiffness of its own for links marked so.
        cloth.m_links[cloth.m_links.size() - 1].m_bbending = spring.bends ? 1 : 0;
    }
    for (int row = 0; row + 1 < workload.side(); ++row)
        for (int column = 0; column + 1 < workload.side(); ++column) {
            const int a = workload.particle(column, row), b = workload.particle(column + 1, row);
            const int c = workload.particle(column + 1, row + 1), d = workload.particle(column, row + 1);
            cloth.appendFace(a, b, c);
            cloth.appendFace(a, c, d);
        }
    // Springs in the order of the grid let errors travel one way only: shuffled ones converge faster.
    if (!deformable) cloth.randomizeConstraints();
    cloth.m_cfg.piterations = options.count("iterations");
    cloth.m_cfg.kDF = btScalar(friction);
    cloth.m_cfg.kDP = 0;
    cloth.m_cfg.collisions = btSoftBody::fCollision::SDF_RS;
    if (deformable) {
        cloth.m_cfg.collisions = btSoftBody::fCollision::SDF_RD | btSoftBody::fCollision::SDF_RDN;
        cloth.m_cfg.kCHR = 1;
        cloth.m_cfg.kKHR = 1;
        cloth.setSelfCollision(false);
        cloth.m_sleepingThreshold = 0;
    }
    cloth.getCollisionShape()->setMargin(btScalar(thickness));
    cloth.setActivationState(DISABLE_DEACTIVATION);
}

void add_cloth(Parts& parts, const Options& options, bool deformable)
{
    if (!deformable) {
        parts.position_world->addSoftBody(parts.cloth.get());
        return;
    }
    parts.springs = std::make_unique<btDeformableMassSpringForce>(
        btScalar(options.number("k")), btScalar(options.number("damping")), true, btScalar(bending_stiffness));
    parts.weight = std::make_unique<btDeformableGravityForce>(downwards);
    parts.deformable_world->addSoftBody(parts.cloth.get());
    parts.deformable_world->addForce(parts.cloth.get(), parts.springs.get());
    parts.deformable_world->addForce(parts.cloth.get(), parts.weight.get());
}

void run(const Options& options)
{
    const Workload workload(options.text("workload"), options.count("side"));
    const bool deformable = options.text("solver") == "deformable";
    if (!deformable && options.text("solver") != "pbd")
        throw std::invalid_argument("solver is pbd or deformable, found \"" + options.text("solver") + '"');
    const int rate = options.count("rate");
    const int steps = static_cast<int>(std::lround(duration * rate));
    const int steps_per_frame = std::max(1, static_cast<int>(rate / frame_rate));
    Measurement measurement(workload);
    Parts parts;
    measurement.setup.time([&] {
        make_world(parts, deformable);
        if (workload.has_table()) add_table(parts);
        make_cloth(parts, workload, options, deformable);
        add_cloth(parts, options, deformable);
    });
    std::vector<Point> x(static_cast<std::size_t>(workload.particle_count()));
    for (int step = 0; step < steps;) {
        const int until = std::min(steps, step + steps_per_frame);
        measurement.stepping.time([&] {
            for (; step < until; ++step) parts.world().stepSimulation(btScalar(1.0 / rate), 1, btScalar(1.0 / rate));
        });
        for (std::size_t p = 0; p < x.size(); ++p) {
            const btVector3& q = parts.cloth->m_nodes[static_cast<int>(p)].m_x;
            x[p] = {q.x(), q.y(), q.z()};
        }
        measurement.look(x);
    }
    measurement.print("bullet-" + options.text("solver"), steps);
    if (parts.deformable_world)
        parts.deformable_world->removeSoftBody(parts.cloth.get());
    else
        parts.position_world->removeSoftBody(parts.cloth.get());
    if (parts.table) parts.world().removeRigidBody(parts.table.get());
}

}  // namespace
}  // namespace peers

int main(int argc, char** argv)
{
    return peers::run_peer(argc, argv,
                           {{"workload", "hanging"},
                            {"side", "52"},
                            {"solver", "pbd"},     // or deformable
                            {"rate", "240"},       // steps per second
                            {"iterations", "20"},  // pbd: per step
                            {"bending", "0.1"},    // pbd: stiffness of bending links, from 0 to 1
                            {"k", "1000"},         // N/m, deformable
                            {"damping", "1"}},     // N s/m, deformable
                           peers::run);
}
