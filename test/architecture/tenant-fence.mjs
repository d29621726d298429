const PAST_THE_FILTER = [
  'createQueryBuilder',
  'currentContext',
  'currentTransaction',
  'execute',
  'fork',
  'getConnection',
  'getDriver',
  'getKysely',
  'inContext',
  'openContext',
  'qb',
  'setFilterParams',
  'setTransactionContext',
];

/**
 * For modules: every query is limited to the tenant that the module works for, and keeps no connection from other
 * tenants while it waits for a record.
 */
export const TENANT_FENCE = {
  'no-restricted-syntax': [
    'error',
    {
      selector: `Identifier[name=/^(${PAST_THE_FILTER.join('|')})$/]`,
      message:
        'This goes past the tenant filter; use the entity manager, a prepared read or a prepared write.',
    },
    {
      // A ListRead has its own filters, which do not include the tenant.
      selector:
        ':not(NewExpression[callee.name="ListRead"]) > ObjectExpression > :matches(Property[key.name="filters"], Property[key.value="filters"])',
      message: 'The tenant filter is never switched off.',
    },
    {
      selector: 'Identifier[name="PESSIMISTIC_WRITE"]',
      message: 'This waits for a locked record with a connection; use RecordLock.',
    },
  ],
};
