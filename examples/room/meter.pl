# Counts for how long the room was heated and how warm it was, and says so at the end, on standard error.
use strict;
use warnings;
use JSON::PP;

$| = 1;
my ($on_since, $heated, $least, $most) = (undef, 0, 1e9, -1e9);
while (my $line = <STDIN>) {
    my $order = decode_json($line);
    if ($order->{order} eq 'start') {
        ($on_since, $heated, $least, $most) = (undef, 0, 1e9, -1e9);
    } elsif ($order->{order} eq 'stop') {
        printf STDERR "heated for %d s, %.1f to %.1f degrees\n", $heated / 1e9, $least, $most;
        exit 0;
    }
    for my $message (@{$order->{messages} // []}) {
        my $value = $message->{value};
        if ($message->{channel} eq 'temperature') {
            $least = $value if $value < $least;
            $most = $value if $value > $most;
        } elsif ($value eq 'on') {
            $on_since = $message->{deliveryNs};
        } elsif (defined $on_since) {
            $heated += $message->{deliveryNs} - $on_since;
            $on_since = undef;
        }
    }
    print "{}\n";
}
