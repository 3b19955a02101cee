/** The data in a notification, beside its text. */
export interface NotificationData {
  readonly id: string;
  readonly url: string;
  /** When the notification is out of date, in unix ms of this device's clock. */
  readonly until: number;
}

/** Closes the notifications that are out of date. */
export async function closeEnded(registration: ServiceWorkerRegistration): Promise<void> {
  for (const one of await registration.getNotifications()) {
    const { until } = (one.data ?? {}) as Partial<NotificationData>;
    if (until !== undefined && until <= Date.now()) one.close();
  }
}
