import unittest

from src.boat import sail


class SailTest(unittest.TestCase):
    def test_sails(self):
        self.assertEqual(sail("Elsa"), "Elsa sails")
