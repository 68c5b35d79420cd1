import requests


def article():
    return requests.get("http://localhost:8000/articles/2024/first/")
