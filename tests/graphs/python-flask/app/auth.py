from flask import Blueprint

bp = Blueprint('auth', __name__, url_prefix='/auth')
api = Blueprint('api', __name__, url_prefix='/api')


@bp.route('/login', methods=('GET', 'POST'))
def login():
    return ''


@api.post('/token')
def token():
    return ''
