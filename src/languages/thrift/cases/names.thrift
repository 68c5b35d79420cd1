namespace java com.shop
namespace * shop

const map<string, i32> SIZES = {"a": 1}
struct Empty {}
struct Uses { 1: Empty one, 2: list<Empty> many, 3: Uses self }
service None {}
