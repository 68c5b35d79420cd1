import pkg
import pkg as renamed
from pkg import Engine, begin, helpers
from pkg.sub import deep


def test_all():
    Engine().run()
    begin()
    helpers.trace()
    pkg.helpers.log("x")
    pkg.sub.later()
    pkg.later()
    renamed.begin()
    deep.bottom().dive()
