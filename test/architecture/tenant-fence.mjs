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
      // Options of a call; a list that is declared names its own conditions the same way.
      selector: ['name', 'value']
        .map((kind) => `CallExpression > ObjectExpression > Property[key.${kind}="filters"]`)
        .join(', '),
      message: 'The tenant filter is never switched off.',
    },
  ],
};
