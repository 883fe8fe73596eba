"""Chapter 01: the length of a description."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.description_length import polynomial_terms


class TestOccam:
    """The lecture: curve A, y = -x² + 6x + 1, and a wiggly curve."""

    @given(st.integers(0, 12))
    def test_a_polynomial_of_degree_n_takes_n_plus_1_coefficients(self, degree):
        wave = np.polynomial.Chebyshev([0] * degree + [1], domain=[0, 6])
        assert polynomial_terms(wave, 0, 6, 0.01) == degree + 1

    @pytest.mark.parametrize("tolerance", [1e-6, 0.01, 0.02, 0.1, 0.5])
    @pytest.mark.parametrize("frequency", [1, 2, 5])
    def test_so_many_coefficients_are_within_the_tolerance_and_one_fewer_is_not(self, frequency, tolerance):
        def wave(x):
            return np.sin(frequency * np.pi * x)

        x, fit = np.linspace(0, 6, 500), np.polynomial.Chebyshev.interpolate(wave, 200, [0, 6])
        terms = polynomial_terms(wave, 0, 6, tolerance)
        assert np.max(np.abs(fit.truncate(terms)(x) - wave(x))) <= tolerance
        assert np.sum(np.abs(fit.coef[terms:])) <= tolerance < np.sum(np.abs(fit.coef[terms - 1 :]))

    @given(st.floats(-100, 100), st.floats(0.1, 100))
    def test_moving_and_stretching_the_axis_changes_nothing(self, low, width):
        """Runge's bell is in the middle of [low, low + width]; elsewhere the number would differ."""
        usual = polynomial_terms(lambda t: 1 / (1 + 25 * t**2), -1, 1, 0.01)
        middle = low + width / 2
        moved = polynomial_terms(lambda x: 1 / (1 + 25 * ((x - middle) / (width / 2)) ** 2), low, low + width, 0.01)
        assert moved == usual

    def test_128_coefficients_are_a_description_and_129_are_none(self):
        assert polynomial_terms(np.polynomial.Chebyshev.basis(127), -1, 1, 0.01) == 128
        with pytest.raises(ValueError, match="more than 128 coefficients, 129 to be within"):
            polynomial_terms(np.polynomial.Chebyshev.basis(128), -1, 1, 0.01)
