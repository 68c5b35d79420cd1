from django.urls import include, path
from rest_framework import routers

from registry import Registry
from views import Notes, Posts, Tags

router = routers.DefaultRouter(trailing_slash=False)
router.register(r"posts", Posts, basename="post")
router.register("tags", Tags)
router.register("notes", Notes)

# No route: another object.
Registry().register("others", Posts)

urlpatterns = [path("api/", include(router.urls))]
