/**
 * States and transitions that no test can trigger in the browser, each with the reason. A run fails
 * for an entry that no longer exists, and for one that it covers unless that depends on timing.
 */
export const undriven: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  upload: {
    "upload.uploading|upload.abort|0": "no page of this app offers to stop a picture on its way",
    "upload.shrinking|upload.shrunk|1":
      "no picture of this size that a browser decodes is still too large when it was shrunk",
    "upload.stopped": "the same: no picture is stopped",
    "upload.stopped|upload.retry|0": "the same",
  },
  form: {
    "form.done|form.change|0":
      "the page is opened before it is filled in once more; journals of earlier releases do not say so",
    "form.done|form.fill|0": "the same",
    "form.submitting|form.unconfirmed|0":
      "the devices of these paths prove each confirmation; tests/e2e/factor.test.ts cancels one",
  },
  list: {
    "list.rows.offline":
      "the return of the network refreshes a list by itself, at no time that a path could know; list-scenarios.test.ts takes it",
    "list.rows.none|list.failed|0": "the same",
    "list.rows.offline|list.retry|0": "the same",
    "list.rows.offline|list.refresh|0": "the same",
  },
  query: {
    "query.answer.cached|query.recalled|0":
      "whether the call under way may recall is no state; query-scenarios.test.ts takes it",
  },
  operation: {
    "operation.recording|journal.resumed|0":
      "the host folds it before the actor starts; tests/unit/outbox.test.ts kills tabs in these states",
    "operation.submitting|journal.resumed|0": "the same: a tab is killed",
    "operation.reconciling|journal.resumed|0": "the same: a tab is killed",
    "operation.suspended|journal.resumed|0": "the same: a tab is killed",
  },
  startup: {
    "startup.on.known|startup.learn|0":
      "the paths do not wait until the app looks again; closed-site.test.ts drives it",
    "startup.deciding|always|1":
      "a closed site leads nowhere in these paths; closed-site.test.ts has one that does",
    "startup.leaving": "the same: the site leads nowhere",
    "startup.leaving|after siteOffRedirect|0": "the same",
    "startup.leaving|startup.stay|0": "the same",
    "startup.leaving|startup.leave|0": "the same",
    "startup.leaving|startup.retry|0": "the same",
    "startup.off|startup.leave|0": "the same",
  },
  deposit: {
    "deposit.filling|deposit.requote|0":
      "a rate would have to expire between two steps; tests/e2e/rates.test.ts has a server whose rates do",
    "deposit.filling|deposit.requote|1": "the same: no rate expires within a path",
    "deposit.filling|deposit.submit|3":
      "the button that sends stands on the last step, and no step after the first is shown before a network has been chosen",
  },
  session: {
    "session.restoring|session.login|0":
      "the form that sends is shown to visitors alone; tests/unit/session-scenarios.test.ts takes it",
    "session.restoring|session.register|0": "the same",
    "session.turnedAway|session.login|0": "the same",
    "session.turnedAway|session.register|0": "the same",
    "session.authenticated|session.login|0": "the same",
    "session.authenticated|session.register|0": "the same",
    "session.ending|session.login|0": "the same",
    "session.ending|session.register|0": "the same",
    "session.anonymous|session.tokenRejected|1":
      "the calls that a visitor makes in the `errorCode` envelope are those that log in, and while they run the session is authenticating",
    "session.turnedAway|session.beganElsewhere|0":
      "another tab would have to log in within the half second in which a visitor reads why login opens",
    "session.authenticated|session.tokenRejected|1":
      "of the calls that are made with a token only the one that logs out is answered in the `errorCode` envelope, and by then the session is ending",
    "session.ending.revoked": "the same: no member's call brings the session here",
    "session.ending.revoked|session.cleared|0": "the same",
  },
  navigation: {
    "navigation.open|navigation.navigateTo|0":
      "the links of this app lead only where the member may go; the conformance cases of the shell make calls that are refused",
    "navigation.open|navigation.redirectTo|0": "the same: no link leads where it may not",
    "navigation.open|navigation.reLaunch|0": "the same: no link leads where it may not",
    "navigation.open|navigation.switchTab|0": "the same: no link leads where it may not",
    "navigation.open|navigation.tapTab|1": "the bar has the five tab pages of a member and nothing else",
    "navigation.open|navigation.navigateBack|2":
      "no tab page and no entry page has a way back, and the browser's leads out of the app",
    "navigation.open|navigation.hold|0":
      "no page of this app asks to be asked before it is left, since what is filled in stays; the conformance cases of the shell have one that does",
    "navigation.open|navigation.navigateBack|0":
      "whatever is laid over a page of this app covers the page's own way back too: the browser's closes it, and that is driven",
    "navigation.open|navigation.navigateBack|1": "the same: no page is held",
    "navigation.open|navigation.popped|2": "the same: no page is held",
    "navigation.open.loading|navigation.pageFailed|0":
      "the document is loaded again when code fails again at once; tests/unit/navigation-scenarios.test.ts retries twice",
  },
  feedback: {
    "feedback.notice.loading|always|1":
      "a loading indicator would have to come and go within the second and a half of a toast",
    "feedback.notice.toast|feedback.hideToast|0":
      "this app takes no toast away before its time; the conformance cases of the shell do, and see the warning",
    "feedback.notice.loading|feedback.hideToast|0": "the same: no toast is taken away",
  },
}

/**
 * Those of them that a slow machine may bring about all the same: whether a run covers one is no
 * reason to fail.
 */
export const timingDependent: ReadonlySet<string> = new Set([
  // The first file that fails again loads the document again; on a slow machine its event comes first.
  "navigation.open.loading|navigation.pageFailed|0",
  // The app looks again after half a minute, in which a slow machine has not ended the path.
  "startup.on.known|startup.learn|0",
])
