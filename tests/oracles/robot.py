"""The functions of jhc1000/simulink_control_study: a robot with three joints (links of 0.43 m, masses 17.4 and 4.8 kg).

Kinematics are written from geometry, Jacobians by differences in the complex plane (exact to rounding), inverses by Cramer's
rule. The centrifugal terms are those of the author, as they are not what the mass matrix gives."""
import cmath
import math

M2, M3, L1, L2, L3, G = 17.4, 4.8, 0.66, 0.43, 0.43, 9.8


def position(q1, q2, q3):
    reach = L2 * cmath.cos(q2) + L3 * cmath.cos(q2 + q3)
    return [cmath.cos(q1) * reach, cmath.sin(q1) * reach, L1 + L2 * cmath.sin(q2) + L3 * cmath.sin(q2 + q3)]


def jacobian(q):
    columns = []
    for k in range(3):
        moved = [complex(x, 1e-30 if i == k else 0.0) for i, x in enumerate(q)]
        columns.append([p.imag / 1e-30 for p in position(*moved)])
    return [[columns[j][i] for j in range(3)] for i in range(3)]


def times(a, x):
    return [sum(p * q for p, q in zip(row, x)) for row in a]


def turned(a):
    return [list(r) for r in zip(*a)]


def determinant(a):
    return sum(a[0][i] * (a[1][(i + 1) % 3] * a[2][(i + 2) % 3] - a[1][(i + 2) % 3] * a[2][(i + 1) % 3]) for i in range(3))


def solve(a, b):
    d = determinant(a)
    return [determinant([[b[i] if j == k else a[i][j] for j in range(3)] for i in range(3)]) / d for k in range(3)]


def mass(q):
    """two rods that turn about their ends, the second one carried by the first; the trunk turns both"""
    c2, c23 = math.cos(q[1]), math.cos(q[1] + q[2])
    upper = M2 * (L2 * c2)**2 / 3.0
    lower = M3 * ((L2 * c2)**2 + L2 * c2 * L3 * c23 + (L3 * c23)**2 / 3.0)
    end = M3 * L3**2 / 3.0
    both = end + M3 * L2 * L3 * math.cos(q[2]) / 2.0
    whole = M2 * L2**2 / 3.0 + end + M3 * L2**2 + M3 * L2 * L3 * math.cos(q[2])
    return [[upper + lower, 0.0, 0.0], [0.0, whole, both], [0.0, both, end]]


def gravity(u):
    """derivatives of the potential energy"""
    def energy(q2, q3):
        return G * (M2 * L2 / 2.0 * cmath.sin(q2) + M3 * (L2 * cmath.sin(q2) + L3 / 2.0 * cmath.sin(q2 + q3)))
    return [0.0, energy(complex(u[1], 1e-30), u[2]).imag / 1e-30, energy(u[1], complex(u[2], 1e-30)).imag / 1e-30]


def coriolis(u):
    w, q2, q3 = u[:3], u[4], u[5]
    s2, c2, s23, c23, s3 = math.sin(q2), math.cos(q2), math.sin(q2 + q3), math.cos(q2 + q3), math.sin(q3)
    cross = M3 * L2 * L3
    first = 2.0 / 3.0 * M3 + L3**2 * s23 * c23  # the author's sum stands where a product is meant
    h1 = w[0] * w[1] * (-2.0 * s2 * c2 * L2**2 * (M2 / 3.0 + M3) - 2.0 / 3.0 * M3 * L3**2 * s23 * c23
                        - cross * math.sin(2.0 * q2 + q3)) - w[0] * w[2] * (first + cross * c2 * s23)
    h2 = w[0]**2 * (s2 * c2 * M3 * L2**2 * 4.0 / 3.0 + M3 * L3**2 / 3.0 * s23 * c23 + cross / 2.0 * math.sin(2.0 * q2 + q3)) \
        - cross * s3 * w[1] * (w[2] + w[1] / 2.0)
    h3 = w[0]**2 * (M3 * L3**2 / 3.0 * s23 * c23 + cross / 2.0 * c2 * s23) + cross / 2.0 * s3 * w[1]**2
    return [h1, h2, h3]


def momentum(u):
    """speeds times the matrix of Christoffel's symbols: half the gradient of the kinetic energy, doubled"""
    w, q = u[:3], u[3:6]

    def energy(q2, q3):
        c2, c23 = cmath.cos(q2), cmath.cos(q2 + q3)
        trunk = M2 * (L2 * c2)**2 / 3.0 + M3 * ((L2 * c2)**2 + L2 * c2 * L3 * c23 + (L3 * c23)**2 / 3.0)
        carried = M3 * L2 * L3 * cmath.cos(q3)
        return (trunk * w[0]**2 + carried * w[1] * (w[1] + w[2])) / 2.0
    return [0.0, energy(complex(q[1], 1e-30), q[2]).imag / 1e-30, energy(q[1], complex(q[2], 1e-30)).imag / 1e-30]


def trajectory(u):
    """a circle of 0.2 m in a plane inclined by 30 degrees, and the elbow below"""
    phase, tilt = u[0], math.pi / 6.0
    x, y, up = 0.408 + 0.2 * math.sin(phase), 0.408 + 0.2 * math.cos(tilt) * math.cos(phase), \
        0.2 * math.sin(tilt) * math.cos(phase)
    far = math.hypot(math.hypot(x, y), up)
    bend = math.acos((far**2 - L2**2 - L3**2) / (2.0 * L2 * L3))
    lift = math.atan2(up, math.hypot(x, y)) + math.acos((L2**2 + far**2 - L3**2) / (2.0 * L2 * far))
    return [math.atan2(y, x), lift, -bend, x, y, L1 + up]


def change_of_jacobian(u):
    """the derivative of the Jacobian along the motion, times the speeds; one sign of the author's differs"""
    q, w = u[:3], u[3:6]
    moved = [complex(a, 1e-30 * b) for a, b in zip(q, w)]
    reach, drop, tip = L2 * cmath.cos(moved[1]) + L3 * cmath.cos(moved[1] + moved[2]), \
        L2 * cmath.sin(moved[1]) + L3 * cmath.sin(moved[1] + moved[2]), L3 * cmath.sin(moved[1] + moved[2])
    c, s = cmath.cos(moved[0]), cmath.sin(moved[0])
    j = [[-s * reach, -c * drop, -c * tip], [c * reach, -s * drop, -s * tip],
         [0.0, reach, L3 * cmath.cos(moved[1] + moved[2])]]
    rate = [[complex(x).imag / 1e-30 for x in row] for row in j]
    rate[0][1] -= 2.0 * math.sin(q[0]) * w[0] * drop.real
    return times(rate, w)


def scaled(a, k):
    return [[k * x for x in row] for row in a]


FUNCTIONS = {
    "Dinv3(u)": lambda u: solve(mass(u[:3]), u[3:6]),
    "Dhat3(u)": lambda u: times(scaled(mass(u[:3]), 0.5), u[3:6]),
    "Gravity3(u)": gravity,
    "Coriolis3(u)": coriolis,
    "CoriolisT3(u)": momentum,
    "Cartesian_trajectory(u)": trajectory,
    "Forward_kin3(u)": lambda u: [p.real for p in position(*u[:3])],
    "Jacobian3(u)": lambda u: times(jacobian(u[:3]), u[3:6]),
    "JT3(u)": lambda u: times(turned(jacobian(u[:3])), u[3:6]),
    "u3(u)": lambda u: solve(jacobian(u[:3]), u[3:6]),
    "JTinv3(u)": lambda u: solve(turned(jacobian(u[:3])), u[3:6]),
    "Jdotqdot3(u)": change_of_jacobian,
    "Ko3(u)": lambda u: [200.0 * u[0], 200.0 * u[1], 300.0 * u[2]],
    "abs3(u)": lambda u: [sum(x * x for x in u)],
}
