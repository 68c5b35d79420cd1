from django.urls import path

from . import views

urlpatterns = [path("y/", views.plain)]
