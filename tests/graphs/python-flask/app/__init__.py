from flask import Flask

app = Flask(__name__)

from app import views
from app.auth import bp

app.register_blueprint(bp, url_prefix='/v1/auth')
