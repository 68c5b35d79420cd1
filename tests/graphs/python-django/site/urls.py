from django.contrib import admin
from django.urls import include, path, re_path

from blog import views
from blog.paths import path as join

urlpatterns = [
    path('admin/', admin.site.urls),
    path('blog/', include('blog.urls')),
    path('about/', views.about, name='about'),
    re_path(r'^archive/(?P<year>[0-9]{4})/$', views.Archive.as_view()),
]

# No route: another function of that name.
join('about/', views.about)
