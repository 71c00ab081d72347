import type { AccountBenefit } from '@waygate/contract/benefits/benefits.schemas';
import type { AdminDelivery } from '@waygate/contract/deliveries/deliveries.admin.schemas';
import type { AdminOrder } from '@waygate/contract/orders/orders.admin.schemas';
import { Link } from 'react-router';
import { ORDER_WORDS } from '#features/orders/order-words.ts';
import { adminPaths } from '#features/paths/admin-paths.ts';
import { priceText } from '#features/shop/price-text.ts';
import type { Column } from '#ui/admin/columns.ts';
import { LocalTime } from '#ui/LocalTime.tsx';

export const ORDER_COLUMNS: Column<AdminOrder>[] = [
  {
    id: 'id',
    label: 'Order',
    render: ({ orderId }) => <Link to={adminPaths.order(orderId)}>#{orderId}</Link>,
  },
  { id: 'what', label: 'What', isPrimary: true, render: ({ productName }) => productName },
  { id: 'price', label: 'Price', align: 'end', render: ({ price }) => priceText(price) },
  { id: 'state', label: 'State', render: ({ state }) => ORDER_WORDS[state].text },
  { id: 'when', label: 'Begun', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
];

export const DELIVERY_COLUMNS: Column<AdminDelivery>[] = [
  { id: 'id', label: 'Delivery', render: ({ deliveryId }) => `#${deliveryId}` },
  {
    id: 'what',
    label: 'What',
    isPrimary: true,
    render: ({ effect, kind, itemId, quantity }) =>
      `${effect === 'grant' ? 'Give' : 'Take back'} ${quantity} × ${kind.replaceAll('_', ' ')}${itemId === null ? '' : ` ${itemId}`}`,
  },
  { id: 'state', label: 'State', render: ({ state }) => state },
  { id: 'detail', label: 'The game said', render: ({ detail }) => detail ?? '–' },
  { id: 'when', label: 'Queued', render: ({ createdAt }) => <LocalTime value={createdAt} /> },
];

export const BENEFIT_COLUMNS: Column<AccountBenefit>[] = [
  { id: 'benefit', label: 'Benefit', isPrimary: true, render: ({ benefitId }) => benefitId },
  {
    id: 'until',
    label: 'Available until',
    render: ({ availableUntil }) => <LocalTime value={availableUntil} />,
  },
];
