from django.db import models


class Post(models.Model):
    title = models.TextField()


class Person(models.Model):
    class Meta:
        db_table = "people"


class Comment(models.Model):
    body = models.TextField()


def purge(cursor):
    cursor.execute("DELETE FROM blog_comment WHERE body = ''")
