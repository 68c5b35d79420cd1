/* The parsing library as it comes, beside ours in one program: its functions
 * under other names (cmake/libraries.cmake: lib_stock). Include it before
 * anything else that may include the library's header. */
#ifndef FATHOM_TESTS_PARSE_STOCK_H
#define FATHOM_TESTS_PARSE_STOCK_H

#define ts_parser_new stock_ts_parser_new
#define ts_parser_delete stock_ts_parser_delete
#define ts_parser_set_language stock_ts_parser_set_language
#define ts_parser_set_included_ranges stock_ts_parser_set_included_ranges
#define ts_parser_parse_string stock_ts_parser_parse_string
#define ts_tree_delete stock_ts_tree_delete
#define ts_tree_root_node stock_ts_tree_root_node
#define ts_tree_cursor_new stock_ts_tree_cursor_new
#define ts_tree_cursor_delete stock_ts_tree_cursor_delete
#define ts_tree_cursor_current_node stock_ts_tree_cursor_current_node
#define ts_tree_cursor_current_field_name stock_ts_tree_cursor_current_field_name
#define ts_tree_cursor_goto_first_child stock_ts_tree_cursor_goto_first_child
#define ts_tree_cursor_goto_next_sibling stock_ts_tree_cursor_goto_next_sibling
#define ts_tree_cursor_goto_parent stock_ts_tree_cursor_goto_parent
#define ts_node_type stock_ts_node_type
#define ts_node_start_byte stock_ts_node_start_byte
#define ts_node_end_byte stock_ts_node_end_byte
#define ts_node_is_named stock_ts_node_is_named
#define ts_node_is_missing stock_ts_node_is_missing
#define ts_node_is_extra stock_ts_node_is_extra
#define ts_node_is_error stock_ts_node_is_error
#define ts_node_has_error stock_ts_node_has_error
#define ts_node_descendant_count stock_ts_node_descendant_count
#define ts_language_symbol_count stock_ts_language_symbol_count
#define ts_language_symbol_type stock_ts_language_symbol_type
#define ts_language_symbol_name stock_ts_language_symbol_name
#define ts_language_field_count stock_ts_language_field_count
#define ts_language_field_name_for_id stock_ts_language_field_name_for_id

#include <tree_sitter/api.h>

#include <stock_grammars.h>

#define STOCK_DECLARE(name) const TSLanguage *stock_tree_sitter_##name(void);
STOCK_GRAMMARS(STOCK_DECLARE)
#undef STOCK_DECLARE

typedef struct StockGrammar {
  const char *name;
  const TSLanguage *(*stock)(void);
} StockGrammar;

#define STOCK_ROW(name) {#name, stock_tree_sitter_##name},
static const StockGrammar stock_grammars[] = {STOCK_GRAMMARS(STOCK_ROW)};
#undef STOCK_ROW

#endif
