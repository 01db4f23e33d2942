from django.urls import URLPattern, URLResolver, path

from catalog.feeds.demo import demo_feed

urlpatterns: list[URLPattern | URLResolver] = [path("demo-feeds/<str:name>", demo_feed, name="demo-feed")]
