import { Lifecycle } from '../../../shared/kernel/lifecycle.js';

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'cancelled'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const deliveryLifecycle = new Lifecycle<DeliveryStatus>('delivery', [
  { from: [null], to: 'waiting', by: 'an event happens' },
  { from: ['waiting'], to: 'waiting', by: 'an attempt fails' },
  { from: ['waiting'], to: 'delivered', by: 'the receiver accepts it' },
  { from: ['waiting'], to: 'failed', by: 'the last attempt fails, or its event is too old' },
  { from: ['waiting'], to: 'cancelled', by: 'its subscription becomes inactive' },
  { from: ['waiting', 'delivered', 'failed', 'cancelled'], to: 'waiting', by: 'retry or replay' },
]);
