/** Error codes of the API and the status each is answered with: the one table. */
const STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  INTERNAL: 500,
  NOT_CONFIGURED: 503,
  NOT_READY: 503,
} as const;

/** A failure with a public sentence that tells the reader what to do. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly code: keyof typeof STATUS;
  constructor(code: keyof typeof STATUS, sentence: string) {
    super(sentence);
    this.code = code;
  }
  get status() {
    return STATUS[this.code];
  }
}
