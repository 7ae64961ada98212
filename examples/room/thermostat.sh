# A thermostat that switches at 20 and 21 degrees. The last temperature of an order is the newest.
state=off
while read -r order; do
    case $order in
        *'"order":"stop"'*) exit 0 ;;
        *'"order":"start"'*) state=off ;;
    esac
    degrees=$(printf '%s\n' "$order" | sed -n 's/.*"value":\([-0-9]*\).*/\1/p')
    before=$state
    if [ -n "$degrees" ] && [ "$degrees" -lt 20 ]; then
        state=on
    elif [ -n "$degrees" ] && [ "$degrees" -ge 21 ]; then
        state=off
    fi
    if [ "$state" = "$before" ]; then
        echo '{}'
    else
        printf '{"messages": [{"channel": "heating", "value": "%s"}]}\n' "$state"
    fi
done
