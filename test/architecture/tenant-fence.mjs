const PAST_THE_FILTER = [
  'createQueryBuilder',
  'currentTransaction',
  'execute',
  'fork',
  'getConnection',
  'getDriver',
  'getKysely',
  'inScope',
  'qb',
  'setFilterParams',
  'setTransactionContext',
];

/** For modules: whatever they ask the database is limited to the tenant that they work for. */
export const TENANT_FENCE = {
  'no-restricted-syntax': [
    'error',
    {
      selector: `Identifier[name=/^(${PAST_THE_FILTER.join('|')})$/]`,
      message:
        'This goes past the tenant filter; use the entity manager, a prepared read or a prepared write.',
    },
    {
      // The filters of a list are conditions that come on top of the tenant's.
      selector:
        ':matches(Property[key.name="filters"], Property[key.value="filters"]):not(NewExpression[callee.name="ListRead"] Property)',
      message: 'The tenant filter is never switched off.',
    },
  ],
};
