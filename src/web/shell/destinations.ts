import { BookOpenText, ListChecks, MessagesSquare, SquareTerminal, Waypoints } from 'lucide-react';

/**
 * The screens that the navigation and the command palette lead to, in their order. A phone has tabs for some of them
 * and lists the others under “More”.
 */
export const destinations = [
  { to: '/', name: 'reader', phoneName: 'read', icon: BookOpenText, phone: 'tab' },
  { to: '/spaces', name: 'spaces', phoneName: 'spaces', icon: MessagesSquare, phone: 'tab' },
  {
    to: '/conversations',
    name: 'conversations',
    phoneName: 'conversations',
    icon: Waypoints,
    phone: 'more',
  },
  { to: '/sessions', name: 'sessions', phoneName: 'sessions', icon: SquareTerminal, phone: 'tab' },
  { to: '/runs', name: 'runs', phoneName: 'runs', icon: ListChecks, phone: 'more' },
] as const;

export type Destination = (typeof destinations)[number];
