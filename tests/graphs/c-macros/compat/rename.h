#define list_free other_list_free
#define list_add other_list_add
