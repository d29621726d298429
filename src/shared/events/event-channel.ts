/**
 * On this channel, processes tell each other after a commit which tenants have new events (decision 66). Those that send
 * webhooks and those that stream events listen to the same one: a second one would cost each commit a second statement.
 */
export const EVENT_CHANNEL = 'foyer_webhooks';
