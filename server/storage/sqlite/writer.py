"""The one thread that writes: it takes all that waits, commits it at once, then answers everybody."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue

import apsw

from server.storage.base import StorageError, StoreFailed, StoreFull, UnknownOutcome
from server.storage.sqlite.file import close_quietly
from server.storage.sqlite.plan import Answer, Append, Write, insert_plan, plan_appends

BATCH_JOBS_MAX = 1_024  # more in one commit gains nothing and lets the first of them wait
HEADS_MAX = 100_000  # matches whose last seq is remembered; beyond that it is looked up anew

Job = Append | Write


class Writer:
    """Owns the writing connection; after an error on commit it finds out what happened before it answers."""

    def __init__(
        self,
        connect: Callable[[], apsw.Connection],
        answer: Callable[[list[Answer], int], None],
        batch_jobs_max: int = BATCH_JOBS_MAX,
    ) -> None:
        self._connect = connect
        self._answer = answer
        self._batch_jobs_max = batch_jobs_max
        self._queue: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._connection = connect()
        self._heads: dict[str, int] = {}
        self._shaken = False
        self.position = 0
        self._commits = 0
        self._look_again()
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def put(self, jobs: list[Job]) -> None:
        """Hand jobs over; each is answered once."""
        self._queue.put(jobs)

    def stop(self) -> None:
        """Finish all that was handed over, then close the file; blocks until then."""
        self._queue.put(None)
        self._thread.join()
        close_quietly(self._connection)

    def _run(self) -> None:
        stopping = False
        while not stopping:
            jobs, stopping = self._take()
            for start in range(0, len(jobs), self._batch_jobs_max):
                answers = self._commit(jobs[start : start + self._batch_jobs_max])
                self._answer(answers, self.position)

    def _take(self) -> tuple[list[Job], bool]:
        jobs: list[Job] = []
        more = self._queue.get()
        try:
            while more is not None:
                jobs += more
                more = self._queue.get_nowait()
        except Empty:
            return jobs, False
        return jobs, True

    def _commit(self, jobs: Sequence[Job]) -> list[Answer]:
        """Do a batch in one transaction; if that fails, each job in its own, so that only the culprit suffers."""
        try:
            self._begin()
        except apsw.Error as error:
            return [Answer(job.future, error=_failure(error)) for job in jobs]
        try:
            return self._transact(jobs)
        except UnknownOutcome as error:
            return [Answer(job.future, error=UnknownOutcome(str(error))) for job in jobs]
        except Exception as error:
            if len(jobs) > 1:
                return [answer for job in jobs for answer in self._commit([job])]
            return [Answer(jobs[0].future, error=_failure(error))]

    def _begin(self) -> None:
        if self._shaken:
            self._recover()
        self._connection.execute("BEGIN IMMEDIATE")

    def _transact(self, jobs: Sequence[Job]) -> list[Answer]:
        connection = self._connection
        appends = [job for job in jobs if isinstance(job, Append)]
        writes = [job for job in jobs if isinstance(job, Write)]
        try:
            plan = plan_appends(connection, appends, self.position, self._heads)
            insert_plan(connection, plan)
            answers = plan.answers + [_work(connection, write) for write in writes]
            commits = self._commits
            if plan.entries or writes:
                connection.execute("UPDATE commits SET number = number + 1")
                commits += 1
        except Exception:
            self._roll_back()
            raise
        try:
            connection.execute("COMMIT")
        except apsw.Error as error:
            self._settle(commits, error)
        self._commits = max(commits, self._commits)
        self.position = plan.position
        self._remember(plan.heads)
        return answers

    def _settle(self, commits: int, error: apsw.Error) -> None:
        """After an error on commit: return if the batch is stored after all, raise if not or if unknown."""
        self._roll_back()
        if isinstance(error, apsw.FullError):
            # The frame that makes a transaction count is written last: what did not fit does not count.
            raise error
        self._shaken = True
        try:
            self._recover()
        except apsw.Error as again:
            raise UnknownOutcome(
                f"the disk refused a commit ({error}) and cannot tell whether it was stored ({again}); "
                "ask again with the same command id"
            ) from error
        if self._commits != commits + 1:
            raise error

    def _recover(self) -> None:
        """Open the file anew, see what is stored, and commit once more.

        A commit whose sync failed may have left a whole transaction at the end of the WAL: unseen now, but
        found by the next process that opens the file after a crash. The next commit writes over its place;
        so when this one is through, what is not stored now never will be.
        """
        fresh = self._connect()
        try:
            # Looked at before the old connection goes: were the file closed for a moment, opening it again
            # would take that left-over for stored, although the disk has refused to keep it.
            fresh.execute("SELECT number FROM commits").fetchall()
        except apsw.Error:
            close_quietly(fresh)
            raise
        close_quietly(self._connection)
        self._connection = fresh
        fresh.execute("BEGIN IMMEDIATE")
        try:
            fresh.execute("UPDATE commits SET number = number + 1")
            fresh.execute("COMMIT")
        except apsw.Error:
            self._roll_back()
            raise
        self._look_again()
        self._shaken = False

    def _look_again(self) -> None:
        self.position = self._connection.execute("SELECT max(position) FROM entries").get or 0
        self._commits = self._connection.execute("SELECT number FROM commits").get
        self._heads.clear()

    def _roll_back(self) -> None:
        if not self._connection.in_transaction:
            return  # SQLite has done so itself
        try:
            self._connection.execute("ROLLBACK")
        except apsw.Error:
            self._shaken = True

    def _remember(self, heads: dict[str, int]) -> None:
        if len(self._heads) > HEADS_MAX:
            self._heads.clear()
        self._heads.update(heads)


def _work(connection: apsw.Connection, write: Write) -> Answer:
    try:
        return Answer(write.future, write.work(connection))
    except StorageError as refused:
        return Answer(write.future, error=refused)


def _failure(error: Exception) -> Exception:
    if isinstance(error, apsw.FullError):
        return StoreFull(f"there is no room left on the disk, nothing was stored ({error})")
    if isinstance(error, apsw.Error):
        return StoreFailed(f"the disk refused, nothing was stored ({error})")
    return error
