/* Listings that were spelled before. Clients ask for the same list again and
 * again, and over HTTP a new client with each connection; what it says depends
 * on the registry, on what the policy says and on the version alone, so these
 * are what it is kept under. A change of either gives another key, whoever made
 * it: nothing has to be told here. */
#include "src/mcp/mcp_internal.h"

#define KEPT_MAX ((size_t)1 << 20) /* bytes of one: more is made anew each time */

static bool is_of(const McpListing *listing, const McpListing *wanted) {
  return listing->tools.len && listing->registry == wanted->registry && listing->version == wanted->version &&
         tool_policy_equals(listing->policy, wanted->policy);
}

const McpListing *mcp_listing_find(const Mcp *mcp, const McpListing *wanted) {
  for (size_t i = 0; i < MCP_LISTINGS; i++) {
    if (is_of(&mcp->listings[i], wanted)) return &mcp->listings[i];
  }
  return NULL;
}

/* In turns: few clients have lists of their own, and a listing that is thrown
 * away costs no more than before. */
void mcp_listing_keep(Mcp *mcp, const McpListing *made) {
  if (made->tools.len > KEPT_MAX) return;
  McpListing *place = &mcp->listings[mcp->listing_next++ % MCP_LISTINGS];
  arena_clear(&place->arena);
  *place = (McpListing){.registry = made->registry, .version = made->version, .next = made->next};
  place->policy = tool_policy_copy(&place->arena, made->policy);
  place->tools = str_copy(&place->arena, made->tools);
}

void mcp_listings_clear(Mcp *mcp) {
  for (size_t i = 0; i < MCP_LISTINGS; i++) arena_clear(&mcp->listings[i].arena);
}
