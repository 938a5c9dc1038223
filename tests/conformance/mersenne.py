"""The seeded draws of label vectors, written from their definition: MT19937-64, one stream a draw."""

from fractions import Fraction

MASK = 2**64 - 1


class MersenneTwister64:
    """Matsumoto and Nishimura's 64-bit generator, seeded by one word."""

    def __init__(self, seed):
        self.state = [seed & MASK]
        for i in range(1, 312):
            before = self.state[-1]
            self.state.append((6364136223846793005 * (before ^ (before >> 62)) + i) & MASK)
        self.at = 312

    def word(self):
        if self.at == 312:
            x = self.state
            for i in range(312):
                y = (x[i] & 0xFFFFFFFF80000000) | (x[(i + 1) % 312] & 0x7FFFFFFF)
                x[i] = x[(i + 156) % 312] ^ (y >> 1) ^ (0xB5026F5AA96619E9 if y & 1 else 0)
            self.at = 0
        y = self.state[self.at]
        self.at += 1
        y ^= (y >> 29) & 0x5555555555555555
        y ^= (y << 17) & 0x71D67FFFEDA60000
        y ^= (y << 37) & 0xFFF7EEE000000000
        return y ^ (y >> 43)

    def uniform(self):
        """Uniform in [0, 1): the word, as a double, over 2^64."""
        while True:
            u = float(self.word()) / 2.0**64
            if u < 1:
                return u


def stream(seed, number):
    """The stream of the `number`-th draw of a seed: splitmix64's finaliser over seed + (number + 1) golden ratios."""
    x = (seed + 0x9E3779B97F4A7C15 * (number + 1)) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return MersenneTwister64(x ^ (x >> 31))


def draw(kind, p, seed, number):
    random = stream(seed, number)
    if kind == "independent":  # one uniform number a label
        return [int(random.uniform() < x) for x in p]
    u, below = Fraction(random.uniform()), Fraction(0)  # one uniform number over the labels in their order
    out = []
    for x in p:
        out.append(int(below <= u < below + Fraction(x)))
        below += Fraction(x)
    return out
