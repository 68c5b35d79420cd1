void use(std::vector<Item> &items, std::map<int, Item> &m) {
  for (auto &item : items) item.run();
  for (const auto &[key, value] : m) value.run();
  for (auto it = items.begin(); it != items.end(); ++it) it->run();
  while (Item *one = next()) one->run();
  if (auto found = m.find(1); found != m.end()) found->second.run();
}
