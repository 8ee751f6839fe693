/** The closed list of what can go wrong. `remedy` is for people: what to do now. `retry`: the same call may succeed later. */
const errorTable = {
  invalid_input: {
    summary: 'The request is not valid.',
    remedy: 'Correct the field named in the message.',
    retry: false,
  },
  too_large: { summary: 'The request is larger than the limit.', remedy: 'Send less at once.', retry: false },
  not_found: { summary: 'There is no such thing.', remedy: 'Check the id or the address.', retry: false },
  conflict: {
    summary: 'The state does not allow this now.',
    remedy: 'Reload and look at the current state.',
    retry: false,
  },
  idempotency_key_reused: {
    summary: 'This idempotency key belongs to a different request.',
    remedy: 'Use a new key for each new request.',
    retry: false,
  },
  unauthorized: {
    summary: 'A valid token is missing.',
    remedy: 'Send the server’s PRECIS_TOKEN as a bearer token.',
    retry: false,
  },
  foreign_host: {
    summary: 'The request names a host or origin that this server does not serve.',
    remedy: 'Open Precis by the address it printed at start.',
    retry: false,
  },

  source_empty: {
    summary: 'There is no text to summarize.',
    remedy: 'Give a text, or open the original page.',
    retry: false,
  },
  source_too_short: {
    summary: 'The text is shorter than its summary would be.',
    remedy: 'Read it as it is, or ask to summarize anyway.',
    retry: false,
  },
  source_title_only: {
    summary: 'Only a title is there, no text.',
    remedy: 'Fetch the full article first.',
    retry: false,
  },
  source_blocked: {
    summary: 'The page answered with a block or a paywall instead of the article.',
    remedy: 'Open the original and paste its text.',
    retry: false,
  },

  text_work_failed: {
    summary: 'The text took too long or too much memory to process.',
    remedy: 'Split the text and try each part.',
    retry: false,
  },

  fetch_refused: {
    summary: 'The address is not allowed.',
    remedy: 'Use a public http(s) address, or name the host in PRECIS_ALLOW_HOSTS.',
    retry: false,
  },
  fetch_failed: {
    summary: 'The page could not be fetched.',
    remedy: 'Check the address and the connection, then try again.',
    retry: true,
  },
  fetch_timeout: { summary: 'The page did not answer in time.', remedy: 'Try again later.', retry: true },
  fetch_too_large: {
    summary: 'The page is larger than the limit.',
    remedy: 'Save the part you need and summarize the file.',
    retry: false,
  },
  fetch_unsupported: {
    summary: 'The address does not hold readable text.',
    remedy: 'Give a web page, Markdown or plain text.',
    retry: false,
  },
  feed_unreadable: {
    summary: 'The address holds no feed that can be read.',
    remedy: 'Give the address of an RSS, Atom or JSON feed, or of a site that names one.',
    retry: false,
  },
  feed_choice: {
    summary: 'The site has several feeds.',
    remedy: 'Choose one of the listed feeds and subscribe to its address.',
    retry: false,
  },
  feed_missing: {
    summary: 'The site names no feed.',
    remedy: 'Look for a feed address on the site, or add single pages of it.',
    retry: false,
  },
  file_unsupported: {
    summary: 'The file cannot be read.',
    remedy: 'Give HTML, Markdown, plain text, or a PDF that holds text.',
    retry: false,
  },

  template_invalid: {
    summary: 'A template file is not valid.',
    remedy: 'Mend the field named in the message; the built-in template is used until then.',
    retry: false,
  },
  template_missing: {
    summary: 'There is no such template.',
    remedy: 'Choose one of the listed templates.',
    retry: false,
  },
  template_parameter_missing: {
    summary: 'A template needs a value that was not given.',
    remedy: 'Give the parameter named in the message, or a default in the template.',
    retry: false,
  },

  model_not_configured: {
    summary: 'No such model profile is configured.',
    remedy: 'Add the profile, or choose the built-in model.',
    retry: false,
  },
  model_unauthorized: {
    summary: 'The model’s provider refused the key.',
    remedy: 'Check the key of the model profile.',
    retry: false,
  },
  model_not_found: {
    summary: 'The provider does not know this model.',
    remedy: 'Check model name and base URL of the profile.',
    retry: false,
  },
  model_rate_limited: {
    summary: 'The provider limits the rate of requests.',
    remedy: 'Wait until the time named, or use another model.',
    retry: true,
  },
  model_unavailable: {
    summary: 'The provider answered with a temporary error.',
    remedy: 'Try again in a moment.',
    retry: true,
  },
  model_unreachable: {
    summary: 'The provider could not be reached.',
    remedy: 'Check the base URL and the connection; for a local model, start its server.',
    retry: true,
  },
  model_refused: {
    summary: 'The provider refused the request.',
    remedy: 'Look at the provider’s words in the details.',
    retry: false,
  },
  model_redirected: {
    summary: 'The provider’s address redirects elsewhere.',
    remedy: 'Set the base URL to the final address; keys are not sent to another place.',
    retry: false,
  },
  model_first_token_timeout: {
    summary: 'The model did not begin to answer in time.',
    remedy: 'Try again, or raise the first-token time-out of the profile.',
    retry: true,
  },
  model_idle_timeout: {
    summary: 'The model stopped in the middle of its answer.',
    remedy: 'Try again, or raise the idle time-out of the profile.',
    retry: true,
  },
  model_stream_cut: {
    summary: 'The connection ended in the middle of the answer.',
    remedy: 'Try again.',
    retry: true,
  },
  model_output_empty: {
    summary: 'The model answered with nothing.',
    remedy: 'Try again or use another model.',
    retry: true,
  },
  model_output_cut_off: {
    summary: 'The answer was cut off at the model’s output limit.',
    remedy: 'Raise the output limit of the profile or choose a shorter detail level.',
    retry: false,
  },
  model_output_filtered: {
    summary: 'The provider’s content filter stopped the answer.',
    remedy: 'Use another model for this text.',
    retry: false,
  },
  model_bad_response: {
    summary: 'The provider’s answer could not be understood.',
    remedy: 'Check that the base URL belongs to the chosen kind of provider.',
    retry: true,
  },
  model_context_exceeded: {
    summary: 'The model’s context is too small for the prompt itself.',
    remedy: 'Set the profile’s context to the model’s real size, or use a larger model.',
    retry: false,
  },

  key_unreadable: {
    summary: 'A stored key cannot be decrypted.',
    remedy: 'Restore the key file or PRECIS_SECRET_KEY, or enter the key again.',
    retry: false,
  },
  key_missing: {
    summary: 'The environment variable that should hold the key is not set.',
    remedy: 'Set the variable named in the message and start Precis again.',
    retry: false,
  },
  key_origin_changed: {
    summary: 'The key was given for another address.',
    remedy: 'Enter the key again to confirm that it may go to the new address.',
    retry: false,
  },

  summary_refused: {
    summary: 'The new summary of a thread was refused.',
    remedy:
      'Your summary and messages are unchanged. Precis tries again with the next message. If it keeps failing, choose another model for the summarizer.',
    retry: true,
  },
  spending_capped: {
    summary: 'Automatic runs are paused: the spending cap is reached.',
    remedy: 'Start it by hand, wait for the next day or month, or raise the cap under Settings.',
    retry: false,
  },

  run_timeout: {
    summary: 'The run took longer than its limit.',
    remedy: 'Try again, use a faster model, or raise the run time-out of the profile.',
    retry: true,
  },
  run_cancelled: {
    summary: 'The run was cancelled.',
    remedy: 'Start it again when you want it.',
    retry: false,
  },
  run_interrupted: {
    summary: 'The program stopped while the run was under way, more than once.',
    remedy: 'Look at what stops the program, then retry the run.',
    retry: false,
  },

  database_newer: {
    summary: 'The database was written by a newer Precis.',
    remedy: 'Update Precis, or use another PRECIS_HOME.',
    retry: false,
  },
  database_damaged: {
    summary: 'The database file is damaged, or is not one of Precis.',
    remedy: 'Nothing in it was changed. Put a backup in its place, or set PRECIS_HOME to another folder.',
    retry: false,
  },
  disk_full: {
    summary: 'The disk is full, so nothing can be saved.',
    remedy: 'Free some space. Precis then continues automatically, or can be started again.',
    retry: true,
  },
  database_unavailable: {
    summary: 'The database cannot be used.',
    remedy: 'Check the path, its rights and the free space, or DATABASE_URL.',
    retry: true,
  },
  port_in_use: {
    summary: 'Another program, or another Precis, listens on this port.',
    remedy: 'Use the one that is running, stop it, or set PRECIS_PORT to a free port.',
    retry: false,
  },
  token_required: {
    summary: 'Listening beyond this machine needs a token.',
    remedy: 'Set PRECIS_TOKEN, or listen on 127.0.0.1.',
    retry: false,
  },
  server_unreachable: {
    summary: 'The Precis server could not be reached.',
    remedy: 'Check that it runs (`precis serve`) and that the address is right.',
    retry: true,
  },
  server_incompatible: {
    summary: 'The Precis server answered with something that this program does not understand.',
    remedy: 'Use the same version of Precis on both sides, and check that the address is right.',
    retry: false,
  },
  internal: {
    summary: 'Something unexpected happened.',
    remedy: 'Try again; the log holds the details under the reference.',
    retry: true,
  },
} as const satisfies Record<string, ErrorEntry>;

interface ErrorEntry {
  summary: string;
  remedy: string;
  retry: boolean;
}

export type ErrorCode = keyof typeof errorTable;

export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

export function describeError(code: ErrorCode): ErrorEntry {
  return errorTable[code];
}
