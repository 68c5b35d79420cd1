#include <functional>
#include <map>
#include <string>
#include <vector>

void save(int) {}
void opened(int) {}
void quit(int) {}
static std::map<std::string, std::function<void(int)>> table;
static std::map<std::string, std::function<void(int)>> other;
static std::vector<void (*)(int)> list;

void fill() {
  table["quit"] = quit;
  table.emplace("open", opened);
  list.push_back(save);
}

void run(std::string k) {
  table[k](1);
  table.at("quit")(2);
  auto it = table.find(k);
  if (it != table.end()) it->second(3);
  other[k](4);
}

void all() {
  for (auto &h : list) h(1);
  for (auto &[name, fn] : table) fn(2);
}
