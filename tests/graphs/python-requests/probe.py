import requests


def probe(session):
    requests.get('http://localhost:5000/health')
    # No link: nobody knows what a session is.
    session.get('/health')
