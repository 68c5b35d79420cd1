import web
import web.routing
from half import give
from missing import lost
from tools import Registry, every, one
from web import View, fetch

from app.models import Model


class Page(View[Model]):
    def get(self):
        self.dispatch()
        self.get_object().save()
        self.registry.make(Model).save()
        self.handle(lambda model: model.save())
        self.anything()

    def dispatch_all(self):
        super().dispatch()


def run():
    fetch("x").close()
    web.load("x").again().close()
    web.routing.route("/", Page)
    one(Model()).save()
    give(Model()).save().close()
    lost().close()
    Registry().make(Model).close()
