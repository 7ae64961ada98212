package io.takt.hub.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class OutputTailTest {
    private static List<String> of(final String printed) {
        final OutputTail words = new OutputTail();
        printed.lines().forEach(words::take);
        return words.lines();
    }

    @Test
    void theLastLines() {
        assertThat(of("")).isEmpty();
        assertThat(of("one\n\n two\n")).containsExactly("one", " two");
        assertThat(of(String.join("\n", IntStream.range(0, 100).mapToObj(i -> "line " + i).toList())))
            .hasSize(10).startsWith("line 90").endsWith("line 99");
    }

    @Test
    void ofAJavaStackTraceWhatWasThrownAndItsInnermostCause() {
        assertThat(of("""
            loading
            Exception in thread "main" foo.BarException: no power
            \tat foo.Bar.step(Bar.java:12)
            \tat java.base/java.lang.Thread.run(Thread.java:840)
            """)).containsExactly("Exception in thread \"main\" foo.BarException: no power");
        assertThat(of("""
            Exception in thread "main" a.A: outer
            \tat foo.Bar.step(Bar.java:12)
            Caused by: b.B: middle
            \tat foo.Bar.step(Bar.java:13) ~[bar.jar:1.0]
            \t... 15 more
            Caused by: java.io.IOException: no fuel
            \tat foo.Bar.fill(Native Method)
            \t... 17 more
            """)).containsExactly("Exception in thread \"main\" a.A: outer",
            "Caused by: java.io.IOException: no fuel");
    }

    @Test
    void ofAJvmThatCrashesTheSignalAndItsPlace() {
        assertThat(of("""
            the tank is warm
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            #  SIGSEGV (0xb) at pc=0x00007f63d7f0a119, pid=4711, tid=4712
            #
            # JRE version: OpenJDK Runtime Environment (17.0.15+6) (build 17.0.15+6-Debian-1deb12u1)
            # Problematic frame:
            # C  [tank.so+0x1119]  fmi2DoStep+0x29
            #
            # No core dump will be written. Core dumps have been disabled.
            #
            # If you would like to submit a bug report, please visit:
            #   https://bugs.debian.org/openjdk-17
            #
            """)).containsExactly("the tank is warm", "SIGSEGV (0xb) in C [tank.so+0x1119] fmi2DoStep+0x29");
    }

    @Test
    void peopleSeeOfACrashWhereItsReportIs() {
        final OutputTail words = new OutputTail();
        assertThat("""
            # warm
            #
            # A fatal error has been detected by the Java Runtime Environment:
            #
            #  Internal Error (x.cpp:7), pid=4711, tid=4712
            #
            # An error report file with more information is saved as:
            # /tmp/plant/hs_err_pid4711.log
            #
            """.lines().filter(words::take)).containsExactly("# warm", "# /tmp/plant/hs_err_pid4711.log");
        assertThat(words.lines()).containsExactly("# warm", "Internal Error (x.cpp:7), pid=4711, tid=4712");
    }

    @Test
    void howeverDeepItIs() {
        assertThat(of("java.lang.StackOverflowError\n" + "\tat foo.Bar.step(Bar.java:12)\n".repeat(1_024)
            + "Caused by: x.Y\n" + "\tat foo.Bar.step(Bar.java:12)\n".repeat(1_024)))
            .containsExactly("java.lang.StackOverflowError", "Caused by: x.Y");
    }

    @Test
    void messagesOfSeveralLines() {
        assertThat(of("""
            Exception in thread "main" foo.BarException: first
            second
            \tat foo.Bar.step(Bar.java:12)
            Caused by: b.B: third
            fourth
            \tat foo.Bar.step(Bar.java:12)
            """)).containsExactly("Exception in thread \"main\" foo.BarException: first", "Caused by: b.B: third");
    }

    @Test
    void aSuppressedExceptionIsNoCause() {
        assertThat(of("""
            foo.BarException: no power
            \tat foo.Bar.step(Bar.java:12)
            \tSuppressed: foo.CloseException: also
            \t\tat foo.Bar.close(Bar.java:20)
            \tCaused by: x.Y: deep
            \t\t... 1 more
            Caused by: z.Z: why
            \t... 3 more
            """)).containsExactly("foo.BarException: no power", "Caused by: z.Z: why");
    }

    @Test
    void theLastTraceCountsAndWhatComesAfterIt() {
        assertThat(of("""
            a.FirstException: handled
            \tat foo.Bar.step(Bar.java:12)
            going on
            b.SecondException: not
            \tat foo.Bar.step(Bar.java:12)
            bye
            """)).containsExactly("b.SecondException: not", "bye");
        assertThat(of("a.FirstException: handled\n\tat foo.Bar.step(Bar.java:12)\n" + "going on\n".repeat(11)))
            .hasSize(10).containsOnly("going on");
    }

    @Test
    void ofAPythonTracebackTheException() {
        assertThat(of("""
            loading
            Traceback (most recent call last):
              File "x.py", line 7, in <module>
                step()
                ~~~~^^
              File "x.py", line 3, in step
                raise ValueError("no power")
            ValueError: no power
            """)).containsExactly("ValueError: no power");
        assertThat(of("""
            Traceback (most recent call last):
              File "x.py", line 7, in <module>
            KeyError: 'a'

            During handling of the above exception, another exception occurred:

            Traceback (most recent call last):
              File "x.py", line 9, in <module>
            RuntimeError: no fuel
            bye
            """)).containsExactly("RuntimeError: no fuel", "bye");
    }

    @Test
    void thoseThatPrintTheirsAlike() {
        assertThat(of("""
            Error: no power
                at step (/x.js:3:7)
                at file:///x.mjs:9:1
            """)).containsExactly("Error: no power");
        assertThat(of("""
            Unhandled exception. System.InvalidOperationException: no power
               at Foo.Step() in /x.cs:line 3
            """)).containsExactly("Unhandled exception. System.InvalidOperationException: no power");
    }

    @Test
    void linesThatOnlyLookLikeATrace() {
        assertThat(of("ship\n  at the harbour\n\tat foo.Bar(Bar.java:1)\n")).containsExactly("  at the harbour");
        assertThat(of("\tat foo.Bar(Bar.java:1)\nhello")).containsExactly("hello");
        assertThat(of("Traceback (most recent call last):\n  File")).isEmpty();
    }
}
