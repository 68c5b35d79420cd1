from django.urls import include, path, re_path

from . import views

inner = [
    path("inner/", views.plain),
]
unused = [path("unused/", views.plain)]

urlpatterns = [
    path("listed/", include(inner)),
    path("written/", include([path("x/", views.Item.as_view())])),
    path("named/", include(("site.more", "more"), namespace="more")),
    re_path(r"^articles/(?P<year>\d{4})/(?P<slug>[\w-]+)/?$", views.plain),
]
