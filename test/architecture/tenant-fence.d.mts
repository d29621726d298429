import type { Linter } from 'eslint';

export const TENANT_FENCE: Linter.RulesRecord;
