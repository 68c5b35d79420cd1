from app import app
from app.shop import cart


@app.route('/')
def index():
    return render()


@app.route('/items/<int:item>', methods=['GET', 'DELETE'])
def item(item):
    return render()


def render():
    return ''


app.add_url_rule('/about', view_func=index)


# No route: another object with a method of that name, and a path made at run time.
@cart.route('/cart')
def added():
    return ''


@app.route(cart.path)
def unknown():
    return ''
