/** Every error code. `remedy` tells people what to do, and `retry` says whether the same call may succeed later. */
const errorTable = {
  invalid_input: {
    summary: 'The request is not valid.',
    remedy: 'Fix the field named in the message.',
    retry: false,
  },
  too_large: {
    summary: 'The request is larger than the limit.',
    remedy: 'Send a smaller request.',
    retry: false,
  },
  not_found: { summary: 'Not found.', remedy: 'Check the ID or URL.', retry: false },
  conflict: {
    summary: 'This isn’t possible right now.',
    remedy: 'Do what the message says first.',
    retry: false,
  },
  in_use: {
    summary: 'This is still in use.',
    remedy: 'Choose a replacement. It takes over everywhere.',
    retry: false,
  },
  idempotency_key_reused: {
    summary: 'This idempotency key was already used for a different request.',
    remedy: 'Use a new key for each new request.',
    retry: false,
  },
  unauthorized: {
    summary: 'A valid token is required.',
    remedy: 'Send the server’s PRECIS_TOKEN as a bearer token.',
    retry: false,
  },
  foreign_host: {
    summary: 'This server does not accept requests for that host or origin.',
    remedy: 'Open Precis at the URL it printed at startup.',
    retry: false,
  },

  source_empty: {
    summary: 'There is no text to summarize.',
    remedy: 'Enter some text, or open the original page.',
    retry: false,
  },
  source_too_short: {
    summary: 'The text is already shorter than a summary would be.',
    remedy: 'Read the text itself, or choose to summarize anyway.',
    retry: false,
  },
  source_title_only: {
    summary: 'There is only a title, no text.',
    remedy: 'Fetch the full article first.',
    retry: false,
  },
  source_same_language: {
    summary: 'The text is in the target language already.',
    remedy: 'Choose another language, or translate anyway.',
    retry: false,
  },
  source_blocked: {
    summary: 'The site returned a block page or a paywall instead of the article.',
    remedy: 'Open the original and paste its text.',
    retry: false,
  },

  text_work_failed: {
    summary: 'The text took too long or too much memory to process.',
    remedy: 'Split the text and process each part separately.',
    retry: false,
  },

  fetch_refused: {
    summary: 'Fetching this URL is not allowed.',
    remedy: 'Use a public http(s) URL, or add the host to PRECIS_ALLOW_HOSTS.',
    retry: false,
  },
  fetch_failed: {
    summary: 'The page could not be fetched.',
    remedy: 'Check the URL and your connection, then try again.',
    retry: true,
  },
  fetch_timeout: { summary: 'The page did not respond in time.', remedy: 'Try again later.', retry: true },
  fetch_too_large: {
    summary: 'The page is larger than the limit.',
    remedy: 'Save the part you need and summarize the file.',
    retry: false,
  },
  fetch_unsupported: {
    summary: 'The URL does not return readable text.',
    remedy: 'Use the URL of a web page, Markdown or plain text.',
    retry: false,
  },
  feed_unreadable: {
    summary: 'There is no readable feed at this URL.',
    remedy: 'Enter the URL of an RSS, Atom or JSON feed, or of a site that links to one.',
    retry: false,
  },
  feed_choice: {
    summary: 'The site has several feeds.',
    remedy: 'Choose one of the listed feeds and subscribe to its URL.',
    retry: false,
  },
  feed_missing: {
    summary: 'No feed was found on this site.',
    remedy: 'Look for a feed URL on the site, or save individual pages.',
    retry: false,
  },
  file_unsupported: {
    summary: 'The file cannot be read.',
    remedy: 'Use HTML, Markdown, plain text, or a PDF that contains text.',
    retry: false,
  },

  template_invalid: {
    summary: 'A template file is not valid.',
    remedy: 'Fix the field named in the message. The built-in template is used until then.',
    retry: false,
  },
  template_missing: {
    summary: 'Template not found.',
    remedy: 'Choose one of the listed templates.',
    retry: false,
  },
  template_parameter_missing: {
    summary: 'A template parameter is missing.',
    remedy: 'Set the parameter named in the message, or add a default to the template.',
    retry: false,
  },

  agent_missing: {
    summary: 'The agent of this Space was deleted.',
    remedy: 'Choose another agent for the Space. Nothing is sent to a model before you do.',
    retry: false,
  },
  model_not_configured: {
    summary: 'Model profile not found.',
    remedy: 'Add the profile, or use the built-in model.',
    retry: false,
  },
  model_cannot_translate: {
    summary: 'The offline model cannot translate.',
    remedy: 'Add a model under Settings → Models, or with precis models add.',
    retry: false,
  },
  model_unauthorized: {
    summary: 'The provider rejected the API key.',
    remedy: 'Check the API key in the model profile.',
    retry: false,
  },
  model_not_found: {
    summary: 'The provider does not know this model.',
    remedy: 'Check the model name and base URL in the profile.',
    retry: false,
  },
  model_rate_limited: {
    summary: 'The provider’s rate limit was reached.',
    remedy: 'Wait until the time shown, or use another model.',
    retry: true,
  },
  model_unavailable: {
    summary: 'The provider returned a temporary error.',
    remedy: 'Try again in a moment.',
    retry: true,
  },
  model_unreachable: {
    summary: 'The provider could not be reached.',
    remedy: 'Check the base URL and your connection. For a local model, start its server.',
    retry: true,
  },
  model_refused: {
    summary: 'The provider rejected the request.',
    remedy: 'See the provider’s message in the details.',
    retry: false,
  },
  model_redirected: {
    summary: 'The provider’s URL redirects to another address.',
    remedy: 'Set the base URL to the final address. Keys are never sent to a redirect target.',
    retry: false,
  },
  model_first_token_timeout: {
    summary: 'The model did not start to respond in time.',
    remedy: 'Try again, or raise the first-token timeout in the profile.',
    retry: true,
  },
  model_idle_timeout: {
    summary: 'The model stopped responding in the middle of its answer.',
    remedy: 'Try again, or raise the idle timeout in the profile.',
    retry: true,
  },
  model_stream_cut: {
    summary: 'The connection closed in the middle of the answer.',
    remedy: 'Try again.',
    retry: true,
  },
  model_output_empty: {
    summary: 'The model returned an empty answer.',
    remedy: 'Try again or use another model.',
    retry: true,
  },
  model_output_cut_off: {
    summary: 'The answer was cut off at the model’s output limit.',
    remedy: 'Raise the output limit in the profile, or choose a shorter detail level.',
    retry: false,
  },
  model_output_filtered: {
    summary: 'The provider’s content filter stopped the answer.',
    remedy: 'Use another model for this text.',
    retry: false,
  },
  model_bad_response: {
    summary: 'The provider returned an invalid response.',
    remedy: 'Check that the base URL matches the selected provider.',
    retry: true,
  },
  model_context_exceeded: {
    summary: 'The prompt does not fit in the model’s context.',
    remedy: 'Set the profile’s context to the model’s actual size, or use a model with a larger context.',
    retry: false,
  },

  key_unreadable: {
    summary: 'A stored key cannot be decrypted.',
    remedy: 'Restore the key file or PRECIS_SECRET_KEY, or enter the key again.',
    retry: false,
  },
  key_missing: {
    summary: 'The environment variable for the API key is not set.',
    remedy: 'Set the variable named in the message, then restart Precis.',
    retry: false,
  },
  key_origin_changed: {
    summary: 'The API key was saved for a different address.',
    remedy: 'Enter the key again to confirm that it may be sent to the new address.',
    retry: false,
  },

  summary_refused: {
    summary: 'The model’s answer is not a summary of the text.',
    remedy:
      'Your summary and messages are unchanged. Try again, or choose another model. A thread is summarized again with the next message.',
    retry: true,
  },
  spending_capped: {
    summary: 'Automatic runs are paused: the spending cap is reached.',
    remedy: 'Start the run manually, wait for the next day or month, or raise the cap in Settings.',
    retry: false,
  },

  run_timeout: {
    summary: 'The run took longer than its limit.',
    remedy: 'Try again, use a faster model, or raise the run timeout in the profile.',
    retry: true,
  },
  run_cancelled: {
    summary: 'The run was cancelled.',
    remedy: 'Start it again if you still need it.',
    retry: false,
  },
  run_interrupted: {
    summary: 'Precis stopped more than once while the run was in progress.',
    remedy: 'Find out why Precis stopped, then retry the run.',
    retry: false,
  },
  result_unsaved: {
    summary: 'The result could not be saved.',
    remedy: 'See the log for the database’s error, run precis doctor, then start the run again.',
    retry: false,
  },

  database_newer: {
    summary: 'The database was created by a newer version of Precis.',
    remedy: 'Update Precis, or use another PRECIS_HOME.',
    retry: false,
  },
  database_older: {
    summary: 'The database was created by a version of Precis that is too old for this one.',
    remedy:
      'Check out the commit that the message names, start it once on this database, then start this version again.',
    retry: false,
  },
  database_damaged: {
    summary: 'The database file is damaged, or is not a Precis database.',
    remedy: 'The file was not changed. Restore a backup, or set PRECIS_HOME to another folder.',
    retry: false,
  },
  disk_full: {
    summary: 'The disk is full. Nothing can be saved.',
    remedy: 'Free up some space. Precis then continues automatically, or can be restarted.',
    retry: true,
  },
  database_unavailable: {
    summary: 'The database is unavailable.',
    remedy: 'Check the path, its permissions and the free disk space, or DATABASE_URL.',
    retry: true,
  },
  port_in_use: {
    summary: 'This port is in use by another program or another instance of Precis.',
    remedy: 'Use the running instance, stop it, or set PRECIS_PORT to a free port.',
    retry: false,
  },
  token_required: {
    summary: 'Accepting connections from other machines requires a token.',
    remedy: 'Set PRECIS_TOKEN, or listen on 127.0.0.1.',
    retry: false,
  },
  server_unreachable: {
    summary: 'The Precis server could not be reached.',
    remedy: 'Check that it is running (`precis serve`) and that the URL is correct.',
    retry: true,
  },
  server_incompatible: {
    summary: 'The Precis server returned an unexpected response.',
    remedy: 'Use the same version of Precis on both sides, and check that the URL is correct.',
    retry: false,
  },
  internal: {
    summary: 'Something went wrong.',
    remedy: 'Try again. The log has the details under this reference.',
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

/** The codes whose messages say what to do, so that the remedy would repeat it. */
export const selfExplaining: ReadonlySet<ErrorCode> = new Set(['invalid_input', 'conflict']);

export function describeError(code: ErrorCode): ErrorEntry {
  return errorTable[code];
}
