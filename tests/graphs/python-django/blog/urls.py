from django.urls import path

from . import views
from .views import Detail

urlpatterns = [
    path('', views.index),
    path('<int:pk>/', Detail.as_view()),
]
