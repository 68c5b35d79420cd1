import type { RuleContext as CoreContext, RuleDefinition } from "@host/core";
export namespace Rule {
  interface RuleModule extends RuleDefinition { create(context: RuleContext): object }
  interface RuleContext extends CoreContext {}
}
