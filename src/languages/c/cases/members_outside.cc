class Outer { class Inner; void run(); template <typename T> class List { class It { void next(); }; }; };
class Outer::Inner { void touch(); };
void Outer::Inner::touch() {}
void Outer::run() { this->run(); }
template <typename T> void Outer::List<T>::It::next() {}
int Outer::count = 1;
