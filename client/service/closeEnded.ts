/** What a notification carries beside its text. */
export interface NotificationData {
  readonly id: string;
  readonly url: string;
  /** By this device's clock, unix milliseconds: its moment is over. */
  readonly until: number;
}

/** Takes away what is shown of moments that are over. */
export async function closeEnded(registration: ServiceWorkerRegistration): Promise<void> {
  for (const one of await registration.getNotifications()) {
    const { until } = (one.data ?? {}) as Partial<NotificationData>;
    if (until !== undefined && until <= Date.now()) one.close();
  }
}
